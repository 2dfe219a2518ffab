/* setlocale, localeconv: the locale is "C" and cannot be changed. In an open world there may be others, under any name; whoever
 * selects one gets "C". */
#include "candor.h"
#include <limits.h>
#include <locale.h>
#include <string.h>

char *setlocale(int category, const char *name)
{
    static char c_locale[] = "C";
    if (category < LC_CTYPE || category > LC_ALL)
        return NULL;
    if (name == NULL || strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0)
        return c_locale;
    /* The empty name stands for what variables of the environment say, which may name a locale that there is not. */
    int exists = __candor_is_open() ? (int)__candor_outside(1) : *name == 0;
    return exists ? c_locale : NULL;
}

struct lconv *localeconv(void)
{
    static char point[] = ".";
    static char empty[] = "";
    static struct lconv conventions;
    conventions.decimal_point = point;
    conventions.thousands_sep = empty;
    conventions.grouping = empty;
    conventions.int_curr_symbol = empty;
    conventions.currency_symbol = empty;
    conventions.mon_decimal_point = empty;
    conventions.mon_thousands_sep = empty;
    conventions.mon_grouping = empty;
    conventions.positive_sign = empty;
    conventions.negative_sign = empty;
    conventions.int_frac_digits = CHAR_MAX;
    conventions.frac_digits = CHAR_MAX;
    conventions.p_cs_precedes = CHAR_MAX;
    conventions.p_sep_by_space = CHAR_MAX;
    conventions.n_cs_precedes = CHAR_MAX;
    conventions.n_sep_by_space = CHAR_MAX;
    conventions.p_sign_posn = CHAR_MAX;
    conventions.n_sign_posn = CHAR_MAX;
    conventions.int_p_cs_precedes = CHAR_MAX;
    conventions.int_p_sep_by_space = CHAR_MAX;
    conventions.int_n_cs_precedes = CHAR_MAX;
    conventions.int_n_sep_by_space = CHAR_MAX;
    conventions.int_p_sign_posn = CHAR_MAX;
    conventions.int_n_sign_posn = CHAR_MAX;
    return &conventions;
}
