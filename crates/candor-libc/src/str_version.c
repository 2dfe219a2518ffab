/* strverscmp: order in which "file9" comes before "file10". */
#define _GNU_SOURCE
#include "candor.h"
#include <string.h>

static int is_digit(char c)
{
    return (c >= '0') & (c <= '9');
}

/* The number of digits at `s`. */
static size_t n_digits(const char *s)
{
    size_t n = 0;
    while (is_digit(s[n]))
        n++;
    return n;
}

/* Where the strings first differ inside a run of digits, the run decides: without leading zeros the longer one is
 * greater; with them it is a fraction, compared digit by digit, and the end of a run of zeros counts as greater than
 * another digit. */
int strverscmp(const char *a, const char *b)
{
    size_t i = 0;
    size_t run = 0;
    int zeros = 1;
    for (; a[i] == b[i]; i++) {
        if (a[i] == 0)
            return 0;
        if (!is_digit(a[i])) {
            run = i + 1;
            zeros = 1;
        } else if (a[i] != '0') {
            zeros = 0;
        }
    }
    int difference = (unsigned char)a[i] - (unsigned char)b[i];
    int in_run = i > run;
    if (in_run && zeros) {
        if (is_digit(a[i]) != is_digit(b[i]))
            return is_digit(a[i]) ? -1 : 1;
        return difference;
    }
    if (in_run && a[run] == '0')
        return difference;
    if (!in_run && (a[i] == '0' || b[i] == '0'))
        return difference;
    if (!is_digit(a[i]) && !is_digit(b[i]))
        return difference;
    if (!in_run && is_digit(a[i]) != is_digit(b[i]))
        return difference;
    size_t left = n_digits(a + i);
    size_t right = n_digits(b + i);
    if (left != right)
        return left > right ? 1 : -1;
    return difference;
}
