/* The structures that <time.h>, <sys/time.h>, <sys/select.h> and <sys/stat.h> share. */
#ifndef _CANDOR_TIMETYPES_H
#define _CANDOR_TIMETYPES_H

struct timeval {
    long tv_sec;
    long tv_usec;
};

struct timespec {
    long tv_sec;
    long tv_nsec;
};

#endif
