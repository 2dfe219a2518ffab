/* Texts that come from outside, the arguments of a program that nobody has given any, and the environment of one that looks at `environ`. */
#include "candor.h"

enum { LENGTH_BITS = 12, COUNT_BITS = 2, MOST_VARIABLES = 3 };

/* The value of a variable of the environment. */
char *__model_text(void)
{
    size_t length = (size_t)__candor_outside(LENGTH_BITS);
    return __candor_outside_block(length + 1, FILLED_WITH_TEXT);
}

static char *argument(void)
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

/* The table of arguments, which ends behind the null pointer, however many there are. The functions that run before main see the same one. */
char **__model_arguments(void)
{
    static char **table;
    if (table != NULL)
        return table;
    char *texts[] = {argument(), argument(), argument(), argument()};
    int n = __model_n_arguments();
    table = __candor_outside_block((size_t)(n + 1) * sizeof *table, FILLED_WITH_ZEROS);
    table[0] = texts[0];
    if (n > 1)
        table[1] = texts[1];
    if (n > 2)
        table[2] = texts[2];
    if (n > 3)
        table[3] = texts[3];
    return table;
}

/* A variable of the environment: a text with a `=` somewhere. */
static char *variable(void)
{
    size_t length = (size_t)__candor_outside(LENGTH_BITS);
    __candor_assume(length != 0);
    char *text = __candor_outside_block(length + 1, FILLED_WITH_TEXT);
    size_t sign = (size_t)__candor_outside(LENGTH_BITS);
    __candor_assume(sign < length);
    __candor_assume(text[sign] == '=');
    return text;
}

/* The table of variables, which ends behind the null pointer. */
char **__model_variables(void)
{
    static char **table;
    if (table != NULL)
        return table;
    size_t n = (size_t)__candor_outside(COUNT_BITS);
    char *texts[MOST_VARIABLES] = {variable(), variable(), variable()};
    table = __candor_outside_block((n + 1) * sizeof *table, FILLED_WITH_ZEROS);
    for (size_t i = 0; i < MOST_VARIABLES; i++) {
        if (i < n)
            table[i] = texts[i];
    }
    return table;
}
