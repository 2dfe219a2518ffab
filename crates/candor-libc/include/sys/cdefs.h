/* <sys/cdefs.h>: the macros of glibc that other code uses. */
#ifndef _SYS_CDEFS_H
#define _SYS_CDEFS_H

#include <features.h>

#define __BEGIN_DECLS
#define __END_DECLS
#define __THROW
#define __P(arguments) arguments
#define __CONCAT(a, b) a##b
#define __STRING(x) #x
#define __glibc_unlikely(condition) __builtin_expect((condition), 0)
#define __glibc_likely(condition) __builtin_expect((condition), 1)

#endif
