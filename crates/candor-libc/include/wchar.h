/* <wchar.h> */
#ifndef _WCHAR_H
#define _WCHAR_H

#include <features.h>
#define __need_size_t
#define __need_wchar_t
#define __need_wint_t
#define __need_NULL
#include <stddef.h>
#define __need___va_list
#include <stdarg.h>

#ifndef WEOF
#define WEOF 0xffffffffu
#endif
#ifndef WCHAR_MAX
#ifdef __LP64__
#define WCHAR_MIN (-2147483647 - 1)
#define WCHAR_MAX 2147483647
#else
#define WCHAR_MIN (-2147483647L - 1)
#define WCHAR_MAX 2147483647L
#endif
#endif

typedef struct {
    int __count;
    unsigned int __value;
} mbstate_t;

struct tm;
#ifndef __CANDOR_FILE
#define __CANDOR_FILE 1
typedef struct _IO_FILE FILE;
#endif

size_t wcslen(const wchar_t *__s);
wchar_t *wcscpy(wchar_t *__restrict __to, const wchar_t *__restrict __from);
wchar_t *wcsncpy(wchar_t *__restrict __to, const wchar_t *__restrict __from, size_t __n);
wchar_t *wcscat(wchar_t *__restrict __to, const wchar_t *__restrict __from);
wchar_t *wcsncat(wchar_t *__restrict __to, const wchar_t *__restrict __from, size_t __n);
int wcscmp(const wchar_t *__a, const wchar_t *__b);
int wcsncmp(const wchar_t *__a, const wchar_t *__b, size_t __n);
int wcscoll(const wchar_t *__a, const wchar_t *__b);
wchar_t *wcschr(const wchar_t *__s, wchar_t __c);
wchar_t *wcsrchr(const wchar_t *__s, wchar_t __c);
size_t wcsxfrm(wchar_t *__restrict __to, const wchar_t *__restrict __from, size_t __n);
size_t wcsspn(const wchar_t *__s, const wchar_t *__accept);
size_t wcscspn(const wchar_t *__s, const wchar_t *__reject);
wchar_t *wcspbrk(const wchar_t *__s, const wchar_t *__accept);
wchar_t *wcsstr(const wchar_t *__s, const wchar_t *__part);
wchar_t *wcstok(wchar_t *__restrict __s, const wchar_t *__restrict __separators, wchar_t **__restrict __rest);
wchar_t *wmemcpy(wchar_t *__restrict __to, const wchar_t *__restrict __from, size_t __n);
wchar_t *wmemmove(wchar_t *__to, const wchar_t *__from, size_t __n);
wchar_t *wmemset(wchar_t *__to, wchar_t __c, size_t __n);
int wmemcmp(const wchar_t *__a, const wchar_t *__b, size_t __n);
wchar_t *wmemchr(const wchar_t *__s, wchar_t __c, size_t __n);

wint_t btowc(int __c);
int wctob(wint_t __c);
int mbsinit(const mbstate_t *__state);
size_t mbrlen(const char *__restrict __s, size_t __n, mbstate_t *__restrict __state);
size_t mbrtowc(wchar_t *__restrict __wide, const char *__restrict __s, size_t __n, mbstate_t *__restrict __state);
size_t wcrtomb(char *__restrict __s, wchar_t __wide, mbstate_t *__restrict __state);
size_t mbsrtowcs(wchar_t *__restrict __to, const char **__restrict __from, size_t __n, mbstate_t *__restrict __state);
size_t wcsrtombs(char *__restrict __to, const wchar_t **__restrict __from, size_t __n, mbstate_t *__restrict __state);

long wcstol(const wchar_t *__restrict __s, wchar_t **__restrict __end, int __base);
unsigned long wcstoul(const wchar_t *__restrict __s, wchar_t **__restrict __end, int __base);
__extension__ long long wcstoll(const wchar_t *__restrict __s, wchar_t **__restrict __end, int __base);
__extension__ unsigned long long wcstoull(const wchar_t *__restrict __s, wchar_t **__restrict __end, int __base);
double wcstod(const wchar_t *__restrict __s, wchar_t **__restrict __end);
float wcstof(const wchar_t *__restrict __s, wchar_t **__restrict __end);
long double wcstold(const wchar_t *__restrict __s, wchar_t **__restrict __end);

int wprintf(const wchar_t *__restrict __format, ...);
int fwprintf(FILE *__restrict __stream, const wchar_t *__restrict __format, ...);
int swprintf(wchar_t *__restrict __to, size_t __size, const wchar_t *__restrict __format, ...);
int vwprintf(const wchar_t *__restrict __format, __gnuc_va_list __arguments);
int vfwprintf(FILE *__restrict __stream, const wchar_t *__restrict __format, __gnuc_va_list __arguments);
int vswprintf(wchar_t *__restrict __to, size_t __size, const wchar_t *__restrict __format, __gnuc_va_list __arguments);
int wscanf(const wchar_t *__restrict __format, ...);
int fwscanf(FILE *__restrict __stream, const wchar_t *__restrict __format, ...);
int swscanf(const wchar_t *__restrict __from, const wchar_t *__restrict __format, ...);
wint_t fgetwc(FILE *__stream);
wint_t getwc(FILE *__stream);
wint_t getwchar(void);
wint_t ungetwc(wint_t __c, FILE *__stream);
wchar_t *fgetws(wchar_t *__restrict __to, int __size, FILE *__restrict __stream);
wint_t fputwc(wchar_t __c, FILE *__stream);
wint_t putwc(wchar_t __c, FILE *__stream);
wint_t putwchar(wchar_t __c);
int fputws(const wchar_t *__restrict __s, FILE *__restrict __stream);
int fwide(FILE *__stream, int __mode);
size_t wcsftime(wchar_t *__restrict __to, size_t __size, const wchar_t *__restrict __format,
                const struct tm *__restrict __tm);

#ifdef __CANDOR_MISC
wchar_t *wcsdup(const wchar_t *__s);
size_t wcsnlen(const wchar_t *__s, size_t __n);
wchar_t *wcpcpy(wchar_t *__restrict __to, const wchar_t *__restrict __from);
wchar_t *wcpncpy(wchar_t *__restrict __to, const wchar_t *__restrict __from, size_t __n);
int wcscasecmp(const wchar_t *__a, const wchar_t *__b);
int wcsncasecmp(const wchar_t *__a, const wchar_t *__b, size_t __n);
int wcwidth(wchar_t __c);
int wcswidth(const wchar_t *__s, size_t __n);
wchar_t *wcswcs(const wchar_t *__s, const wchar_t *__part);
size_t mbsnrtowcs(wchar_t *__restrict __to, const char **__restrict __from, size_t __n_from, size_t __n,
                  mbstate_t *__restrict __state);
size_t wcsnrtombs(char *__restrict __to, const wchar_t **__restrict __from, size_t __n_from, size_t __n,
                  mbstate_t *__restrict __state);
#endif

#ifdef __CANDOR_GNU
wchar_t *wcschrnul(const wchar_t *__s, wchar_t __c);
wchar_t *wmempcpy(wchar_t *__restrict __to, const wchar_t *__restrict __from, size_t __n);
size_t wcslcpy(wchar_t *__restrict __to, const wchar_t *__restrict __from, size_t __size);
size_t wcslcat(wchar_t *__restrict __to, const wchar_t *__restrict __from, size_t __size);
#endif

#endif
