/* <sys/utsname.h> */
#ifndef _SYS_UTSNAME_H
#define _SYS_UTSNAME_H

#include <features.h>

#define _UTSNAME_LENGTH 65

struct utsname {
    char sysname[_UTSNAME_LENGTH];
    char nodename[_UTSNAME_LENGTH];
    char release[_UTSNAME_LENGTH];
    char version[_UTSNAME_LENGTH];
    char machine[_UTSNAME_LENGTH];
#ifdef __CANDOR_GNU
    char domainname[_UTSNAME_LENGTH];
#else
    char __domainname[_UTSNAME_LENGTH];
#endif
};

int uname(struct utsname *__to);

#endif
