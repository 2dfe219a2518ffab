/* <strings.h>: the BSD names. */
#ifndef _STRINGS_H
#define _STRINGS_H

#include <features.h>
#define __need_size_t
#include <stddef.h>

int bcmp(const void *__a, const void *__b, size_t __n);
void bcopy(const void *__from, void *__to, size_t __n);
void bzero(void *__to, size_t __n);
char *index(const char *__s, int __c);
char *rindex(const char *__s, int __c);
int ffs(int __bits);
int ffsl(long __bits);
__extension__ int ffsll(long long __bits);
int strcasecmp(const char *__a, const char *__b);
int strncasecmp(const char *__a, const char *__b, size_t __n);

#endif
