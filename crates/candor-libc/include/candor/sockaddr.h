/* What <sys/socket.h>, <netinet/in.h> and <sys/un.h> share. */
#ifndef _CANDOR_SOCKADDR_H
#define _CANDOR_SOCKADDR_H

typedef unsigned int socklen_t;
typedef unsigned short sa_family_t;

struct sockaddr {
    sa_family_t sa_family;
    char sa_data[14];
};

#endif
