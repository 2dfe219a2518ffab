/* <alloca.h> */
#ifndef _ALLOCA_H
#define _ALLOCA_H

#define __need_size_t
#include <stddef.h>

#undef alloca
void *alloca(size_t __size);
#define alloca(size) __builtin_alloca(size)

#endif
