/* <sys/mman.h> */
#ifndef _SYS_MMAN_H
#define _SYS_MMAN_H

#include <features.h>
#include <sys/types.h>

#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_FIXED 0x10
#define MAP_ANONYMOUS 0x20
#define MAP_ANON MAP_ANONYMOUS
#define MAP_NORESERVE 0x4000
#define MAP_POPULATE 0x8000
#define MAP_STACK 0x20000
#define MAP_HUGETLB 0x40000
#define MAP_FAILED ((void *)-1)
#define MS_ASYNC 1
#define MS_INVALIDATE 2
#define MS_SYNC 4
#define MADV_NORMAL 0
#define MADV_RANDOM 1
#define MADV_SEQUENTIAL 2
#define MADV_WILLNEED 3
#define MADV_DONTNEED 4
#define MREMAP_MAYMOVE 1
#define MCL_CURRENT 1
#define MCL_FUTURE 2

void *mmap(void *__address, size_t __length, int __protection, int __flags, int __fd, off_t __offset);
int munmap(void *__address, size_t __length);
int mprotect(void *__address, size_t __length, int __protection);
int msync(void *__address, size_t __length, int __flags);
int madvise(void *__address, size_t __length, int __advice);
int posix_madvise(void *__address, size_t __length, int __advice);
int mlock(const void *__address, size_t __length);
int munlock(const void *__address, size_t __length);
int mlockall(int __flags);
int munlockall(void);
int shm_open(const char *__name, int __flags, mode_t __mode);
int shm_unlink(const char *__name);
#ifdef __CANDOR_GNU
void *mremap(void *__address, size_t __old_length, size_t __new_length, int __flags, ...);
#endif

#endif
