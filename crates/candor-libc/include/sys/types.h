/* <sys/types.h>: the widths of Linux on x86, 32-bit with the 32-bit time_t and off_t that glibc has by default. */
#ifndef _SYS_TYPES_H
#define _SYS_TYPES_H

#include <features.h>
#define __need_size_t
#include <stddef.h>
#include <stdint.h>

typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned int u_int;
typedef unsigned long u_long;
__extension__ typedef long long quad_t;
__extension__ typedef unsigned long long u_quad_t;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef uint8_t u_int8_t;
typedef uint16_t u_int16_t;
typedef uint32_t u_int32_t;
typedef uint64_t u_int64_t;
typedef char *caddr_t;
typedef int daddr_t;
typedef int key_t;

#ifdef __LP64__
typedef long ssize_t;
typedef unsigned long nlink_t;
typedef unsigned long dev_t;
#else
typedef int ssize_t;
typedef unsigned int nlink_t;
__extension__ typedef unsigned long long dev_t;
#endif
#define __ssize_t_defined 1

typedef long time_t;
typedef long clock_t;
typedef int clockid_t;
typedef void *timer_t;
typedef long suseconds_t;
typedef unsigned int useconds_t;
typedef long off_t;
__extension__ typedef long long loff_t;
__extension__ typedef long long off64_t;
typedef unsigned long ino_t;
typedef unsigned int mode_t;
typedef long blksize_t;
typedef long blkcnt_t;
typedef unsigned long fsblkcnt_t;
typedef unsigned long fsfilcnt_t;
typedef int pid_t;
typedef unsigned int id_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;

#include <candor/pthreadtypes.h>
#include <endian.h>
#include <sys/select.h>

#endif
