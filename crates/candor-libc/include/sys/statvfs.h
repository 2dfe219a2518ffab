/* <sys/statvfs.h> */
#ifndef _SYS_STATVFS_H
#define _SYS_STATVFS_H

#include <features.h>
#include <sys/types.h>

struct statvfs {
    unsigned long f_bsize;
    unsigned long f_frsize;
    fsblkcnt_t f_blocks;
    fsblkcnt_t f_bfree;
    fsblkcnt_t f_bavail;
    fsfilcnt_t f_files;
    fsfilcnt_t f_ffree;
    fsfilcnt_t f_favail;
    unsigned long f_fsid;
    unsigned long f_flag;
    unsigned long f_namemax;
    int __reserved[6];
};

int statvfs(const char *__restrict __path, struct statvfs *__restrict __to);
int fstatvfs(int __fd, struct statvfs *__to);

#endif
