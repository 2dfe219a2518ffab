/* strtod, strtof, atof, also under the names that glibc's headers redirect to. */
#define _GNU_SOURCE
#include "candor.h"
#include "parse_float.h"
#include <stdlib.h>

static const struct float_format float_format = {FLOAT_MANTISSA_BITS, 1 - FLOAT_UNIT, 104, 800, -330, 310};
static const struct float_format double_format = {DOUBLE_MANTISSA_BITS, 1 - DOUBLE_UNIT, 971, 800, -330, 310};

double strtod(const char *restrict s, char **restrict end)
{
    uint32_t groups[DOUBLE_GROUPS];
    struct unpacked number = __model_parse_float(s, end, &double_format, groups);
    return pack_double(&number);
}

float strtof(const char *restrict s, char **restrict end)
{
    uint32_t groups[DOUBLE_GROUPS];
    struct unpacked number = __model_parse_float(s, end, &float_format, groups);
    return pack_float(&number);
}

double atof(const char *s)
{
    return strtod(s, NULL);
}

/* `group` asks for thousands separators, which the C locale does not have. */
double __strtod_internal(const char *restrict s, char **restrict end, int group)
{
    (void)group;
    return strtod(s, end);
}

float __strtof_internal(const char *restrict s, char **restrict end, int group)
{
    (void)group;
    return strtof(s, end);
}
