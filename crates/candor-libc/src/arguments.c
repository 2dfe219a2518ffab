/* Texts that come from outside, and the arguments of a program that nobody has given any. */
#include "candor.h"

enum { LENGTH_BITS = 12, COUNT_BITS = 2 };

char *__model_text(void)
{
    size_t length = (size_t)__candor_outside(LENGTH_BITS);
    return __candor_outside_block(length + 1, FILLED_WITH_TEXT);
}

static int n_arguments;

/* How many arguments main has: its name and up to three more. */
int __model_n_arguments(void)
{
    if (n_arguments == 0)
        n_arguments = 1 + (int)__candor_outside(COUNT_BITS);
    return n_arguments;
}

/* The table of arguments, which ends behind the null pointer, however many there are. */
char **__model_arguments(void)
{
    char *texts[] = {__model_text(), __model_text(), __model_text(), __model_text()};
    int n = __model_n_arguments();
    char **table = __candor_outside_block((size_t)(n + 1) * sizeof *table, FILLED_WITH_ZEROS);
    table[0] = texts[0];
    if (n > 1)
        table[1] = texts[1];
    if (n > 2)
        table[2] = texts[2];
    if (n > 3)
        table[3] = texts[3];
    return table;
}
