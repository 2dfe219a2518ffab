/* <sys/ioctl.h> */
#ifndef _SYS_IOCTL_H
#define _SYS_IOCTL_H

#include <features.h>
#include <sys/types.h>

#define TCGETS 0x5401
#define TCSETS 0x5402
#define TIOCGWINSZ 0x5413
#define TIOCSWINSZ 0x5414
#define TIOCOUTQ 0x5411
#define FIONREAD 0x541B
#define FIONBIO 0x5421

struct winsize {
    unsigned short ws_row;
    unsigned short ws_col;
    unsigned short ws_xpixel;
    unsigned short ws_ypixel;
};

int ioctl(int __fd, unsigned long __request, ...);

#endif
