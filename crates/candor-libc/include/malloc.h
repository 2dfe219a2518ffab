/* <malloc.h>: the allocation functions of <stdlib.h> and a few of glibc's own. */
#ifndef _MALLOC_H
#define _MALLOC_H

#include <features.h>
#define __need_size_t
#define __need_NULL
#include <stddef.h>

void *malloc(size_t __size);
void *calloc(size_t __count, size_t __size);
void *realloc(void *__block, size_t __size);
void free(void *__block);
void *memalign(size_t __alignment, size_t __size);
void *valloc(size_t __size);
void *pvalloc(size_t __size);

#endif
