/* <sys/file.h> */
#ifndef _SYS_FILE_H
#define _SYS_FILE_H

#include <features.h>
#include <sys/types.h>

#include <fcntl.h>

#define LOCK_SH 1
#define LOCK_EX 2
#define LOCK_NB 4
#define LOCK_UN 8

int flock(int __fd, int __operation);

#endif
