/* printf against the host's: tables of formats and values, then random floating-point numbers. */
#include "shim.h"
#include <errno.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 40000 };
static char host[ROOM];
static char model[ROOM];

#define COMPARE(format, ...) \
    do { \
        int n_host = snprintf(host, ROOM, format, __VA_ARGS__); \
        int n_model = candor_snprintf(model, ROOM, format, __VA_ARGS__); \
        if (n_host != n_model || strcmp(host, model) != 0) \
            disagree("printf", format, host, model); \
    } while (0)

static const char *const flags[] = {"", "-", "+", " ", "#", "0", "+0", "-+ #0"};
static const char *const widths[] = {"", "9", "30"};
static const char *const precisions[] = {"", ".", ".0", ".1", ".2", ".3", ".8", ".17", ".40"};

#define N(array) (sizeof array / sizeof array[0])

/* Calls `compare` with each combination of flags, width and precision in front of the letters. */
static void for_each_format(const char *letters, void (*compare)(const char *format))
{
    char format[64];
    for (size_t f = 0; f < N(flags); f++)
        for (size_t w = 0; w < N(widths); w++)
            for (size_t p = 0; p < N(precisions); p++) {
                snprintf(format, sizeof format, "[%%%s%s%s%s]", flags[f], widths[w], precisions[p], letters);
                compare(format);
            }
}

#pragma clang diagnostic ignored "-Wformat-nonliteral"
#pragma clang diagnostic ignored "-Wformat-security"

static double number;
static long double long_number;
static const double numbers[] = {
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    1.5,
    2.5,
    0.125,
    0.25,
    9.5,
    99.5,
    9.999995,
    999999.5,
    1e5,
    1e6,
    123456.0,
    1234567.0,
    0.0001,
    0.00001,
    0.00012345,
    3.14159265358979,
    2.718281828459045,
    1e15,
    1e16,
    1e17,
    1e21,
    1e22,
    1e23,
    1e100,
    1e-100,
    1e300,
    1e-300,
    DBL_MAX,
    DBL_MIN,
    DBL_MIN / 2,
    4.9406564584124654e-324,
    DBL_EPSILON,
    1.0 / 3.0,
    2.0 / 3.0,
    123456789.123456789,
    0.1,
    0.2,
    0.3,
    1e9,
    999999999.9999999,
    1e-5,
    5e-5,
    0.000099999995,
    4503599627370496.5,
    8.5,
    7.5,
    1.0000000000000002,
    INFINITY,
    -INFINITY,
    NAN,
    -NAN,
    1.9375,
    15.96875,
    0.99999,
    1e-7,
    100.0,
    1000000.0,
    12345678.5,
};

/* glibc 2.36 forgets the zeros that `#` asks for when %g rounds up to the next power of ten ("1.e+02"). */
static int host_is_wrong(const char *format)
{
    return (number == 99.5 || number == 999999.5) && strchr(format, '#') != NULL && strpbrk(format, "gG") != NULL;
}

static void compare_double(const char *format)
{
    if (host_is_wrong(format))
        return;
    COMPARE(format, number);
}

static void compare_long_double(const char *format)
{
    COMPARE(format, long_number);
}

static void compare_doubles(void)
{
    const char *letters[] = {"f", "e", "g", "a", "G", "A"};
    const char *long_letters[] = {"Lf", "Le", "Lg", "La"};
    for (size_t i = 0; i < N(numbers); i++) {
        number = numbers[i];
        long_number = (long double)numbers[i] / 3;
        for (size_t l = 0; l < N(letters); l++)
            for_each_format(letters[l], compare_double);
        for (size_t l = 0; l < N(long_letters); l++)
            for_each_format(long_letters[l], compare_long_double);
    }
}

static void compare_random_doubles(void)
{
    static const char *const formats[] = {"%f",   "%e",    "%g",      "%a",   "%.17g", "%.0f",
                                          "%.3f", "%.10e", "%.1000f", "%.3a", "%.800g"};
    for (int i = 0; i < 2500; i++) {
        uint64_t bits = shim_random();
        double value;
        memcpy(&value, &bits, sizeof value);
        const char *format = formats[i % N(formats)];
        COMPARE(format, value);
        /* Everyday numbers: few digits, so that ties occur. */
        double everyday = (double)(int64_t)(bits % 2000001) / 1000.0 - 1000.0;
        COMPARE(format, everyday);
        COMPARE("%.2f %.1f %g", everyday, everyday, everyday);
        double eighths = (double)(bits % 4096) / 8.0;
        COMPARE("%.0f %.1f %.2f %.3g", eighths, eighths, eighths, eighths);
    }
}

static void compare_random_long_doubles(void)
{
    static const char *const formats[] = {"%Lf", "%Le", "%Lg", "%La", "%.21Lg", "%.3Lf", "%.5La", "%.0La", "%.17000Lf"};
    for (int i = 0; i < 400; i++) {
        unsigned char bytes[sizeof(long double)] = {0};
        uint64_t mantissa = shim_random();
        uint64_t sign_and_exponent = shim_random();
        if (i % 3 == 0)
            sign_and_exponent = (sign_and_exponent & 0x8000) | (16383 + i % 70);
        if ((sign_and_exponent & 0x7fff) != 0)
            mantissa |= UINT64_C(1) << 63;
        else
            mantissa &= ~(UINT64_C(1) << 63);
        memcpy(bytes, &mantissa, 8);
        memcpy(bytes + 8, &sign_and_exponent, 2);
        long double value;
        memcpy(&value, bytes, sizeof value);
        const char *format = formats[i % N(formats)];
        COMPARE(format, value);
    }
    long double extremes[] = {LDBL_MAX, LDBL_MIN, LDBL_MIN / 4, LDBL_TRUE_MIN, 0.0L,
                              -0.0L,    1.0L,     1.9999L,      15.99L,        LDBL_EPSILON};
    for (size_t i = 0; i < N(extremes); i++) {
        for (size_t f = 0; f < N(formats); f++) {
            const char *format = formats[f];
            COMPARE(format, extremes[i]);
        }
    }
}

static long long integer;

static void compare_int(const char *format)
{
    COMPARE(format, (int)integer);
}

static void compare_long(const char *format)
{
    COMPARE(format, integer);
}

static void compare_integers(void)
{
    static const long long values[] = {0,   1,     -1,      7,       8,         42,        -42,       255,
                                       256, 65535, INT_MAX, INT_MIN, LLONG_MAX, LLONG_MIN, 1234567890};
    static const char *const letters[] = {"d", "i", "u", "o", "x", "X", "hhd", "hd", "hhu", "hu", "hx", "c"};
    static const char *const long_letters[] = {"ld",  "lld", "jd",  "zd", "td", "lu",
                                               "llu", "lx",  "llX", "lo", "zu", "qd"};
    for (size_t i = 0; i < N(values); i++) {
        integer = values[i];
        for (size_t l = 0; l < N(letters); l++) {
            if (strcmp(letters[l], "c") != 0 || (char)integer != 0)
                for_each_format(letters[l], compare_int);
        }
        for (size_t l = 0; l < N(long_letters); l++)
            for_each_format(long_letters[l], compare_long);
    }
}

static const char *text;

static void compare_string(const char *format)
{
    COMPARE(format, text);
}

static void compare_pointer(const char *format)
{
    COMPARE(format, (const void *)text);
}

static void compare_others(void)
{
    static const char *const texts[] = {"", "a", "hello", "a longer text that is wider than the widest of the widths"};
    for (size_t i = 0; i < N(texts); i++) {
        text = texts[i];
        for_each_format("s", compare_string);
        for_each_format("p", compare_pointer);
    }
    text = NULL;
    for_each_format("p", compare_pointer);
    COMPARE("%*d|%-*d|%.*f|%*.*f", 7, 3, 7, 3, 2, 3.14159, -9, 1, 2.55);
    COMPARE("%*d|%.*d|%%|", -7, 3, -2, 5);
    COMPARE("%ls|%lc|%.2ls|%10ls|%-6lc|", L"wide", L'w', L"wide", L"wide", L'x');
    COMPARE("%s %d %5.1f %c %x %lld %s", "mixed", 5, 2.25, 'c', 255, -9LL, "end");
    COMPARE("%.100f %.50Lf", 0.1, 0.1L);
    errno = ENOENT;
    *candor___errno_location() = ENOENT;
    COMPARE("%m %20m|%-30m|%.3m %d", 1);
    int n_host = 0;
    int n_model = 0;
    snprintf(host, ROOM, "abc%n", &n_host);
    candor_snprintf(model, ROOM, "abc%n", &n_model);
    if (n_host != n_model)
        disagree("printf", "%n", "3", "other");
    for (size_t size = 0; size < 12; size++) {
        memset(host, '#', 20);
        memset(model, '#', 20);
        int host_length = snprintf(host, size, "%s%d", "abcd", 12345);
        int model_length = candor_snprintf(model, size, "%s%d", "abcd", 12345);
        host[20] = model[20] = 0;
        if (host_length != model_length || strcmp(host, model) != 0)
            disagree("snprintf", "small buffer", host, model);
    }
    /* Failures: too wide, and a wide character that the C locale does not have. */
    static const char *const failing[] = {"%2147483647d%d", "%9999999999d%d", "%lc%d"};
    for (size_t i = 0; i < N(failing); i++) {
        errno = 0;
        *candor___errno_location() = 0;
        int host_result = snprintf(host, ROOM, failing[i], 0x4000, 2);
        int model_result = candor_snprintf(model, ROOM, failing[i], 0x4000, 2);
        if (host_result != model_result || errno != *candor___errno_location())
            disagree("printf", failing[i], "fails", "does not");
    }
    shim_reset("");
    if (candor_printf("%s, %d\n", "stream", 7) != 10 || strcmp(shim_output, "stream, 7\n") != 0)
        disagree("printf", "stream", "stream, 7", shim_output);
}

void agree_format(void)
{
    compare_integers();
    compare_others();
    compare_doubles();
    compare_random_doubles();
    compare_random_long_doubles();
}
