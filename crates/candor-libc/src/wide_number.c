/* wcstol, wcstod and their families: the characters that a number may have are copied to a narrow string, which is
 * parsed in their place. */
#define _GNU_SOURCE
#include "candor.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { MAX_NUMBER = 1024 };

static int may_be_in_number(wchar_t c)
{
    return ((c >= L'0') & (c <= L'9')) | ((c >= L'a') & (c <= L'z')) | ((c >= L'A') & (c <= L'Z')) | (c == L'.') |
           (c == L'+') | (c == L'-') | (c == L'(') | (c == L')') | (c == L'_');
}

static int is_space(wchar_t c)
{
    return (c == L' ') | ((c >= L'\t') & (c <= L'\r'));
}

/* Copies the number in front of `s` without the space before it; returns where it begins. */
static const wchar_t *narrow(char text[MAX_NUMBER], const wchar_t *s)
{
    size_t n = 0;
    while (is_space(*s))
        s++;
    for (; may_be_in_number(s[n]); n++) {
        if (n == MAX_NUMBER - 1) {
            __candor_unsupported("a wide number of more than 1000 characters");
            break;
        }
        text[n] = (char)s[n];
    }
    text[n] = 0;
    return s;
}

/* Reports where the number ends: `whole` if there is none. */
static void set_end(wchar_t **end, const wchar_t *whole, const wchar_t *number, size_t n)
{
    if (end != NULL)
        *end = (wchar_t *)(n == 0 ? whole : number + n);
}

#define PARSE(type, call) \
    char text[MAX_NUMBER]; \
    char *stop; \
    const wchar_t *number = narrow(text, s); \
    type value = (call); \
    set_end(end, s, number, (size_t)(stop - text)); \
    return value

long wcstol(const wchar_t *restrict s, wchar_t **restrict end, int base)
{
    PARSE(long, strtol(text, &stop, base));
}

unsigned long wcstoul(const wchar_t *restrict s, wchar_t **restrict end, int base)
{
    PARSE(unsigned long, strtoul(text, &stop, base));
}

long long wcstoll(const wchar_t *restrict s, wchar_t **restrict end, int base)
{
    PARSE(long long, strtoll(text, &stop, base));
}

unsigned long long wcstoull(const wchar_t *restrict s, wchar_t **restrict end, int base)
{
    PARSE(unsigned long long, strtoull(text, &stop, base));
}

intmax_t wcstoimax(const wchar_t *restrict s, wchar_t **restrict end, int base)
{
    return wcstoll(s, end, base);
}

uintmax_t wcstoumax(const wchar_t *restrict s, wchar_t **restrict end, int base)
{
    return wcstoull(s, end, base);
}

double wcstod(const wchar_t *restrict s, wchar_t **restrict end)
{
    PARSE(double, strtod(text, &stop));
}

float wcstof(const wchar_t *restrict s, wchar_t **restrict end)
{
    PARSE(float, strtof(text, &stop));
}

long double wcstold(const wchar_t *restrict s, wchar_t **restrict end)
{
    PARSE(long double, strtold(text, &stop));
}

long __isoc23_wcstol(const wchar_t *restrict s, wchar_t **restrict end, int base)
{
    return wcstol(s, end, base);
}

unsigned long __isoc23_wcstoul(const wchar_t *restrict s, wchar_t **restrict end, int base)
{
    return wcstoul(s, end, base);
}

long long __isoc23_wcstoll(const wchar_t *restrict s, wchar_t **restrict end, int base)
{
    return wcstoll(s, end, base);
}

unsigned long long __isoc23_wcstoull(const wchar_t *restrict s, wchar_t **restrict end, int base)
{
    return wcstoull(s, end, base);
}
