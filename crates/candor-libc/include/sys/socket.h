/* <sys/socket.h> */
#ifndef _SYS_SOCKET_H
#define _SYS_SOCKET_H

#include <features.h>
#include <sys/types.h>

#include <candor/iovec.h>
#include <candor/sockaddr.h>

#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define SOCK_RAW 3
#define SOCK_SEQPACKET 5
#define SOCK_NONBLOCK 04000
#define SOCK_CLOEXEC 02000000

#define PF_UNSPEC 0
#define PF_LOCAL 1
#define PF_UNIX 1
#define PF_INET 2
#define PF_INET6 10
#define AF_UNSPEC PF_UNSPEC
#define AF_LOCAL PF_LOCAL
#define AF_UNIX PF_UNIX
#define AF_INET PF_INET
#define AF_INET6 PF_INET6

#define SOL_SOCKET 1
#define SO_DEBUG 1
#define SO_REUSEADDR 2
#define SO_TYPE 3
#define SO_ERROR 4
#define SO_DONTROUTE 5
#define SO_BROADCAST 6
#define SO_SNDBUF 7
#define SO_RCVBUF 8
#define SO_KEEPALIVE 9
#define SO_OOBINLINE 10
#define SO_LINGER 13
#define SO_REUSEPORT 15
#define SO_RCVTIMEO 20
#define SO_SNDTIMEO 21
#define SOMAXCONN 4096

#define MSG_OOB 1
#define MSG_PEEK 2
#define MSG_DONTROUTE 4
#define MSG_TRUNC 0x20
#define MSG_DONTWAIT 0x40
#define MSG_WAITALL 0x100
#define MSG_NOSIGNAL 0x4000

#define SHUT_RD 0
#define SHUT_WR 1
#define SHUT_RDWR 2

struct sockaddr_storage {
    sa_family_t ss_family;
    char __padding[128 - sizeof(sa_family_t) - sizeof(unsigned long)];
    unsigned long __align;
};

struct linger {
    int l_onoff;
    int l_linger;
};

struct msghdr {
    void *msg_name;
    socklen_t msg_namelen;
    struct iovec *msg_iov;
    size_t msg_iovlen;
    void *msg_control;
    size_t msg_controllen;
    int msg_flags;
};

int socket(int __domain, int __type, int __protocol);
int socketpair(int __domain, int __type, int __protocol, int __fds[2]);
int bind(int __fd, const struct sockaddr *__address, socklen_t __length);
int listen(int __fd, int __backlog);
int accept(int __fd, struct sockaddr *__restrict __address, socklen_t *__restrict __length);
int connect(int __fd, const struct sockaddr *__address, socklen_t __length);
int shutdown(int __fd, int __how);
int getsockname(int __fd, struct sockaddr *__restrict __address, socklen_t *__restrict __length);
int getpeername(int __fd, struct sockaddr *__restrict __address, socklen_t *__restrict __length);
int getsockopt(int __fd, int __level, int __name, void *__restrict __to, socklen_t *__restrict __length);
int setsockopt(int __fd, int __level, int __name, const void *__from, socklen_t __length);
ssize_t send(int __fd, const void *__from, size_t __n, int __flags);
ssize_t recv(int __fd, void *__to, size_t __n, int __flags);
ssize_t sendto(int __fd, const void *__from, size_t __n, int __flags, const struct sockaddr *__address,
               socklen_t __length);
ssize_t recvfrom(int __fd, void *__restrict __to, size_t __n, int __flags, struct sockaddr *__restrict __address,
                 socklen_t *__restrict __length);
ssize_t sendmsg(int __fd, const struct msghdr *__message, int __flags);
ssize_t recvmsg(int __fd, struct msghdr *__message, int __flags);

#endif
