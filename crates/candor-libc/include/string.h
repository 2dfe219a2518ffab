/* <string.h> */
#ifndef _STRING_H
#define _STRING_H

#include <features.h>
#define __need_size_t
#define __need_NULL
#include <stddef.h>

void *memcpy(void *__restrict __to, const void *__restrict __from, size_t __n);
void *memmove(void *__to, const void *__from, size_t __n);
void *memset(void *__to, int __c, size_t __n);
int memcmp(const void *__a, const void *__b, size_t __n);
void *memchr(const void *__s, int __c, size_t __n);

char *strcpy(char *__restrict __to, const char *__restrict __from);
char *strncpy(char *__restrict __to, const char *__restrict __from, size_t __n);
char *strcat(char *__restrict __to, const char *__restrict __from);
char *strncat(char *__restrict __to, const char *__restrict __from, size_t __n);
int strcmp(const char *__a, const char *__b);
int strncmp(const char *__a, const char *__b, size_t __n);
int strcoll(const char *__a, const char *__b);
size_t strxfrm(char *__restrict __to, const char *__restrict __from, size_t __n);
char *strchr(const char *__s, int __c);
char *strrchr(const char *__s, int __c);
size_t strspn(const char *__s, const char *__accept);
size_t strcspn(const char *__s, const char *__reject);
char *strpbrk(const char *__s, const char *__accept);
char *strstr(const char *__s, const char *__part);
char *strtok(char *__restrict __s, const char *__restrict __separators);
size_t strlen(const char *__s);
char *strerror(int __number);

#if defined __CANDOR_MISC || defined __CANDOR_C23
void *memccpy(void *__restrict __to, const void *__restrict __from, int __c, size_t __n);
char *strdup(const char *__s);
char *strndup(const char *__s, size_t __n);
#endif

#ifdef __CANDOR_MISC
#include <strings.h>

char *stpcpy(char *__restrict __to, const char *__restrict __from);
char *stpncpy(char *__restrict __to, const char *__restrict __from, size_t __n);
size_t strnlen(const char *__s, size_t __n);
char *strtok_r(char *__restrict __s, const char *__restrict __separators, char **__restrict __rest);
char *strsep(char **__restrict __rest, const char *__restrict __separators);
char *strsignal(int __signal);
void explicit_bzero(void *__to, size_t __n);
size_t strlcpy(char *__restrict __to, const char *__restrict __from, size_t __size);
size_t strlcat(char *__restrict __to, const char *__restrict __from, size_t __size);
#ifdef __CANDOR_GNU
char *strerror_r(int __number, char *__buffer, size_t __size);
#else
int strerror_r(int __number, char *__buffer, size_t __size) __asm__("__xpg_strerror_r");
#endif
#endif

#ifdef __CANDOR_GNU
void *mempcpy(void *__restrict __to, const void *__restrict __from, size_t __n);
void *memrchr(const void *__s, int __c, size_t __n);
void *rawmemchr(const void *__s, int __c);
void *memmem(const void *__s, size_t __n, const void *__part, size_t __n_part);
char *strchrnul(const char *__s, int __c);
char *strcasestr(const char *__s, const char *__part);
int strverscmp(const char *__a, const char *__b);
#ifndef basename
char *basename(const char *__path);
#endif
#define strdupa(s) \
    (__extension__({ \
        const char *__from = (s); \
        size_t __size = strlen(__from) + 1; \
        (char *)memcpy(__builtin_alloca(__size), __from, __size); \
    }))
#endif

#endif
