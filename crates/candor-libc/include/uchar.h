/* <uchar.h> */
#ifndef _UCHAR_H
#define _UCHAR_H

#include <features.h>

#define __need_size_t
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

#ifndef __cplusplus
typedef uint_least16_t char16_t;
typedef uint_least32_t char32_t;
#endif

size_t mbrtoc16(char16_t *__restrict __to, const char *__restrict __s, size_t __n, mbstate_t *__restrict __state);
size_t c16rtomb(char *__restrict __to, char16_t __c, mbstate_t *__restrict __state);
size_t mbrtoc32(char32_t *__restrict __to, const char *__restrict __s, size_t __n, mbstate_t *__restrict __state);
size_t c32rtomb(char *__restrict __to, char32_t __c, mbstate_t *__restrict __state);

#endif
