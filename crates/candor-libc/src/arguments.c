/* Texts that come from outside, and the arguments of a program that nobody has given any. */
#include "candor.h"

enum { LENGTH_BITS = 12, COUNT_BITS = 2 };

char *__model_text(void)
{
    size_t length = (size_t)__candor_outside(LENGTH_BITS);
    return __candor_outside_block(length + 1, FILLED_WITH_TEXT);
}

static size_t n_arguments;

/* The arguments of main: its name and up to three more. The table ends behind the null pointer, however many there are. */
char **__model_arguments(void)
{
    char *texts[] = {__model_text(), __model_text(), __model_text(), __model_text()};
    n_arguments = 1 + (size_t)__candor_outside(COUNT_BITS);
    char **table = __candor_outside_block((n_arguments + 1) * sizeof *table, FILLED_WITH_ZEROS);
    table[0] = texts[0];
    if (n_arguments > 1)
        table[1] = texts[1];
    if (n_arguments > 2)
        table[2] = texts[2];
    if (n_arguments > 3)
        table[3] = texts[3];
    return table;
}

int __model_n_arguments(void)
{
    return (int)n_arguments;
}
