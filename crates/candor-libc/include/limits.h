/* <limits.h>: the compiler's own header and the limits of POSIX; works whichever of the two is found first. */
#ifndef _CANDOR_LIMITS_H
#define _CANDOR_LIMITS_H

#include <features.h>
#ifndef __CLANG_LIMITS_H
#include_next <limits.h>
#endif

#undef MB_LEN_MAX
#define MB_LEN_MAX 16

#ifndef LLONG_MAX
#define LLONG_MAX __LONG_LONG_MAX__
#define LLONG_MIN (-__LONG_LONG_MAX__ - 1LL)
#define ULLONG_MAX (__LONG_LONG_MAX__ * 2ULL + 1ULL)
#endif

#ifdef __CANDOR_MISC
#ifdef __LP64__
#define SSIZE_MAX 9223372036854775807L
#else
#define SSIZE_MAX 2147483647
#endif
#define PATH_MAX 4096
#define NAME_MAX 255
#define PIPE_BUF 4096
#define ARG_MAX 131072
#define IOV_MAX 1024
#define HOST_NAME_MAX 64
#define LINE_MAX 2048
#define NGROUPS_MAX 65536
#define PTHREAD_KEYS_MAX 1024
#define PTHREAD_STACK_MIN 16384
#define _POSIX_PATH_MAX 256
#endif

#endif
