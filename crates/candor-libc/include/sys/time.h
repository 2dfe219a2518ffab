/* <sys/time.h> */
#ifndef _SYS_TIME_H
#define _SYS_TIME_H

#include <features.h>
#include <candor/timetypes.h>
#include <sys/types.h>

struct timezone {
    int tz_minuteswest;
    int tz_dsttime;
};

int gettimeofday(struct timeval *__restrict __to, void *__restrict __zone);

#define timerisset(t) ((t)->tv_sec != 0 || (t)->tv_usec != 0)
#define timerclear(t) ((t)->tv_sec = (t)->tv_usec = 0)
#define timercmp(a, b, op) ((a)->tv_sec == (b)->tv_sec ? (a)->tv_usec op(b)->tv_usec : (a)->tv_sec op(b)->tv_sec)

#endif
