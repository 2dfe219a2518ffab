/* strtold. */
#define _GNU_SOURCE
#include "candor.h"
#include "parse_float.h"
#include <stdlib.h>

static const struct float_format x87_format = {X87_MANTISSA_BITS, 1 - X87_UNIT, 16320, 11600, -4960, 4940};

long double strtold(const char *restrict s, char **restrict end)
{
    uint32_t groups[X87_GROUPS];
    struct unpacked number = __model_parse_float(s, end, &x87_format, groups);
    return pack_long_double(&number);
}

long double __strtold_internal(const char *restrict s, char **restrict end, int group)
{
    (void)group;
    return strtold(s, end);
}
