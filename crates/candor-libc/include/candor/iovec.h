/* struct iovec, which <sys/uio.h> and <sys/socket.h> share. */
#ifndef _CANDOR_IOVEC_H
#define _CANDOR_IOVEC_H

#define __need_size_t
#include <stddef.h>

struct iovec {
    void *iov_base;
    size_t iov_len;
};

#endif
