/* <stdlib.h> */
#ifndef _STDLIB_H
#define _STDLIB_H

#include <features.h>
#define __need_size_t
#define __need_wchar_t
#define __need_NULL
#include <stddef.h>

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define MB_CUR_MAX ((size_t)1)

typedef struct {
    int quot;
    int rem;
} div_t;

typedef struct {
    long quot;
    long rem;
} ldiv_t;

__extension__ typedef struct {
    long long quot;
    long long rem;
} lldiv_t;

double atof(const char *__s);
int atoi(const char *__s);
long atol(const char *__s);
__extension__ long long atoll(const char *__s);
double strtod(const char *__restrict __s, char **__restrict __end);
float strtof(const char *__restrict __s, char **__restrict __end);
long double strtold(const char *__restrict __s, char **__restrict __end);
long strtol(const char *__restrict __s, char **__restrict __end, int __base);
unsigned long strtoul(const char *__restrict __s, char **__restrict __end, int __base);
__extension__ long long strtoll(const char *__restrict __s, char **__restrict __end, int __base);
__extension__ unsigned long long strtoull(const char *__restrict __s, char **__restrict __end, int __base);

int rand(void);
void srand(unsigned int __seed);

void *malloc(size_t __size);
void *calloc(size_t __count, size_t __size);
void *realloc(void *__block, size_t __size);
void free(void *__block);
void *aligned_alloc(size_t __alignment, size_t __size);

__CANDOR_NORETURN void abort(void);
int atexit(void (*__handler)(void));
int at_quick_exit(void (*__handler)(void));
__CANDOR_NORETURN void exit(int __status);
__CANDOR_NORETURN void quick_exit(int __status);
__CANDOR_NORETURN void _Exit(int __status);
char *getenv(const char *__name);
int system(const char *__command);

void *bsearch(const void *__key, const void *__base, size_t __count, size_t __size,
              int (*__compare)(const void *, const void *));
void qsort(void *__base, size_t __count, size_t __size, int (*__compare)(const void *, const void *));

int abs(int __value);
long labs(long __value);
__extension__ long long llabs(long long __value);
div_t div(int __numerator, int __denominator);
ldiv_t ldiv(long __numerator, long __denominator);
__extension__ lldiv_t lldiv(long long __numerator, long long __denominator);

int mblen(const char *__s, size_t __n);
int mbtowc(wchar_t *__restrict __wide, const char *__restrict __s, size_t __n);
int wctomb(char *__s, wchar_t __wide);
size_t mbstowcs(wchar_t *__restrict __to, const char *__restrict __from, size_t __n);
size_t wcstombs(char *__restrict __to, const wchar_t *__restrict __from, size_t __n);

#ifdef __CANDOR_MISC
#include <alloca.h>
#include <sys/types.h>

int on_exit(void (*__handler)(int, void *), void *__argument);
int setenv(const char *__name, const char *__value, int __overwrite);
int unsetenv(const char *__name);
int putenv(char *__assignment);
int clearenv(void);
int rand_r(unsigned int *__seed);
long random(void);
void srandom(unsigned int __seed);
double drand48(void);
double erand48(unsigned short __state[3]);
long lrand48(void);
long nrand48(unsigned short __state[3]);
long mrand48(void);
long jrand48(unsigned short __state[3]);
void srand48(long __seed);
unsigned short *seed48(unsigned short __seed[3]);
void lcong48(unsigned short __parameters[7]);
long a64l(const char *__digits);
char *l64a(long __value);
int posix_memalign(void **__block, size_t __alignment, size_t __size);
void *valloc(size_t __size);
void *reallocarray(void *__block, size_t __count, size_t __size);
int mkstemp(char *__template);
unsigned int arc4random(void);
void arc4random_buf(void *__to, size_t __n);
char *realpath(const char *__restrict __path, char *__restrict __resolved);
#endif

#ifdef __CANDOR_GNU
void qsort_r(void *__base, size_t __count, size_t __size, int (*__compare)(const void *, const void *, void *),
             void *__argument);
char *secure_getenv(const char *__name);
#endif

#endif
