/* <sys/uio.h> */
#ifndef _SYS_UIO_H
#define _SYS_UIO_H

#include <features.h>
#include <sys/types.h>

#include <candor/iovec.h>

#define UIO_MAXIOV 1024

ssize_t readv(int __fd, const struct iovec *__vector, int __count);
ssize_t writev(int __fd, const struct iovec *__vector, int __count);

#endif
