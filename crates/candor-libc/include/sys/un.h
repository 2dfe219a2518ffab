/* <sys/un.h> */
#ifndef _SYS_UN_H
#define _SYS_UN_H

#include <features.h>
#include <sys/types.h>

#include <candor/sockaddr.h>

struct sockaddr_un {
    sa_family_t sun_family;
    char sun_path[108];
};

#endif
