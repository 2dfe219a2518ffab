/* strtod, strtol and their families against the host's: value, end, errno. */
#include "shim.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

float candor_strtof(const char *s, char **end);
double candor_strtod(const char *s, char **end);
long double candor_strtold(const char *s, char **end);
long candor_strtol(const char *s, char **end, int base);
unsigned long candor_strtoul(const char *s, char **end, int base);
long long candor_strtoll(const char *s, char **end, int base);
unsigned long long candor_strtoull(const char *s, char **end, int base);
int candor_atoi(const char *s);

#define N(array) (sizeof array / sizeof array[0])

/* Compares one function on one string; `format` prints the value without loss. */
#define COMPARE(type, function, format, s, ...) \
    do { \
        char *host_end; \
        char *model_end; \
        char host[100]; \
        char model[100]; \
        errno = 0; \
        *candor___errno_location() = 0; \
        type host_value = function(s, &host_end __VA_OPT__(, ) __VA_ARGS__); \
        int host_errno = errno; \
        type model_value = candor_##function(s, &model_end __VA_OPT__(, ) __VA_ARGS__); \
        snprintf(host, sizeof host, format " end %td errno %d", host_value, host_end - (s), host_errno); \
        snprintf(model, sizeof model, format " end %td errno %d", model_value, model_end - (s), \
                 *candor___errno_location()); \
        if (strcmp(host, model) != 0) \
            disagree(#function, s, host, model); \
    } while (0)

static void compare_float(const char *s)
{
    COMPARE(float, strtof, "%a", s);
    COMPARE(double, strtod, "%a", s);
    COMPARE(long double, strtold, "%La", s);
}

static void compare_integer(const char *s, int base)
{
    COMPARE(long, strtol, "%ld", s, base);
    COMPARE(unsigned long, strtoul, "%lu", s, base);
    COMPARE(long long, strtoll, "%lld", s, base);
    COMPARE(unsigned long long, strtoull, "%llu", s, base);
}

static const char *const floats[] = {
    "",
    " ",
    "+",
    "-",
    ".",
    "e5",
    ".e5",
    "0",
    "-0",
    "+0.0",
    "0x",
    "0x.",
    "0xg",
    "0x.8",
    "0x1",
    "0X1P3",
    "0x1.8p1",
    "0x1p",
    "0x1p+",
    "0x1.fffffffffffff8p0",
    "0x1.fffffffffffff7p0",
    "0x1.fffffffffffff80001p0",
    "0x1p-1074",
    "0x1p-1075",
    "0x1.8p-1075",
    "0x1p1023",
    "0x1p1024",
    "0x0.0000001p-1050",
    "0x123456789abcdef01234p-4",
    "0x.00000000000000000001p80",
    "1",
    "1.",
    ".5",
    "1e",
    "1e+",
    "1e5",
    "1E-5x",
    "1.5e3.2",
    "  \t\n 42.5abc",
    "3.14",
    "2.718281828459045235360287",
    "inf",
    "-INF",
    "infinity",
    "InfinitY",
    "infinit",
    "nan",
    "-nan",
    "NaN(123)",
    "nan()",
    "nan(a_b)",
    "nan(12",
    "nan(1-2)",
    "1e308",
    "1.7976931348623157e308",
    "1.7976931348623158e308",
    "1.7976931348623159e308",
    "1e309",
    "-1e309",
    "1e99999999999",
    "1e-99999999999",
    "0e99999999999",
    "2.2250738585072014e-308",
    "2.2250738585072011e-308",
    "2.2250738585072012e-308",
    "2.225073858507201383e-308",
    "4.9e-324",
    "2.4703282292062327e-324",
    "2.4703282292062328e-324",
    "2.47032822920623272088e-324",
    "1e-324",
    "1e-400",
    "9007199254740993",
    "9007199254740992.5",
    "9007199254740993.0000000000000000000000000000001",
    "9007199254740994.99999",
    "0.1",
    "0.2",
    "0.3",
    "1e22",
    "1e23",
    "8.5e22",
    "123456789012345678901234567890",
    "1e4932",
    "1.18973149535723176502e+4932",
    "1.18973149535723176509e+4932",
    "1.2e4932",
    "3.3621e-4932",
    "3.6e-4951",
    "1.8e-4951",
    "1.9e-4951",
    "1e-4960",
    "1e-5000",
    "3.4028235e38",
    "3.4028236e38",
    "1.17549435e-38",
    "1.1754942e-38",
    "1.17549431e-38",
    "1.4e-45",
    "7e-46",
    "7.1e-46",
    "16777217",
    "16777219",
    "100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
    "00000000012",
    "0.00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001",
    "1,5",
    "1_000",
};

/* A random number as text: digits with a point among them and perhaps an exponent. */
static void write_random(char *text)
{
    int n_digits = 1 + (int)(shim_random() % 30);
    int point = (int)(shim_random() % 40);
    char *out = text;
    if (shim_random() % 4 == 0)
        *out++ = '-';
    for (int i = 0; i < n_digits; i++) {
        if (i == point)
            *out++ = '.';
        *out++ = (char)('0' + shim_random() % 10);
    }
    *out = 0;
    if (shim_random() % 3 != 0)
        sprintf(out, "e%d", (int)(shim_random() % 700) - 350);
}

static void compare_random_floats(void)
{
    static char text[20000];
    for (int i = 0; i < 3000; i++) {
        write_random(text);
        compare_float(text);
    }
    /* Points exactly between two numbers, and just beside. */
    for (int i = 0; i < 250; i++) {
        uint64_t bits = shim_random() & ~(UINT64_C(1) << 63);
        double below;
        double above;
        if (bits >> 52 == 0x7ff)
            continue;
        if (i % 10 == 0)
            bits &= (UINT64_C(1) << 52) - 1;
        memcpy(&below, &bits, 8);
        bits++;
        memcpy(&above, &bits, 8);
        long double middle = ((long double)below + above) / 2;
        sprintf(text, "%.1200Lf", middle);
        compare_float(text);
        strcat(text, "00000000000000000001");
        compare_float(text);
    }
    for (int i = 0; i < 30; i++) {
        long double value = (long double)shim_random() * 1e-4930L / (1 << (i % 30));
        sprintf(text, "%.16600Lf", value);
        compare_float(text);
    }
}

static const char *const integers[] = {
    "",
    " ",
    "-",
    "+",
    "0",
    "-0",
    "7",
    "  42",
    "\t\n-42x",
    "+9",
    "08",
    "0x",
    "0xg",
    "0x1F",
    "0X1f",
    "-0x10",
    "0b101",
    "0b2",
    "zz",
    "Zz",
    "2147483647",
    "2147483648",
    "-2147483648",
    "-2147483649",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551615",
    "18446744073709551616",
    "-18446744073709551615",
    "-18446744073709551616",
    "99999999999999999999999999",
    "- 5",
    "+-5",
    "1.5",
    "077777777777777777777777",
};

void agree_parse(void)
{
    static const int bases[] = {0, 2, 8, 10, 16, 36, 1, 37, -1};
    for (size_t i = 0; i < N(floats); i++)
        compare_float(floats[i]);
    compare_random_floats();
    for (size_t i = 0; i < N(integers); i++) {
        for (size_t b = 0; b < N(bases); b++) {
            /* With an impossible base the host leaves `end` alone, and C says nothing. */
            if (bases[b] == 0 || (bases[b] >= 2 && bases[b] <= 36))
                compare_integer(integers[i], bases[b]);
        }
    }
    *candor___errno_location() = 0;
    if (candor_strtol("5", NULL, 37) != 0 || *candor___errno_location() != EINVAL)
        disagree("strtol", "base 37", "EINVAL", "other");
    if (candor_atoi(" -12x") != -12)
        disagree("atoi", " -12x", "-12", "other");
}
