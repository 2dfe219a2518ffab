/* <iconv.h> */
#ifndef _ICONV_H
#define _ICONV_H

#include <features.h>

#define __need_size_t
#include <stddef.h>

typedef void *iconv_t;

iconv_t iconv_open(const char *__to, const char *__from);
size_t iconv(iconv_t __conversion, char **__restrict __in, size_t *__restrict __n_in, char **__restrict __out,
             size_t *__restrict __n_out);
int iconv_close(iconv_t __conversion);

#endif
