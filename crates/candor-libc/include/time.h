/* <time.h>: clocks go on by themselves, and local time is UTC. */
#ifndef _TIME_H
#define _TIME_H

#include <features.h>
#define __need_size_t
#define __need_NULL
#include <stddef.h>
#include <candor/timetypes.h>
#include <sys/types.h>

#define CLOCKS_PER_SEC ((clock_t)1000000)
#define TIME_UTC 1
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define CLOCK_REALTIME_COARSE 5
#define CLOCK_MONOTONIC_COARSE 6
#define CLOCK_BOOTTIME 7
#define CLOCK_REALTIME_ALARM 8
#define CLOCK_BOOTTIME_ALARM 9
#define CLOCK_TAI 11
#define TIMER_ABSTIME 1

struct tm {
    int tm_sec;
    int tm_min;
    int tm_hour;
    int tm_mday;
    int tm_mon;
    int tm_year;
    int tm_wday;
    int tm_yday;
    int tm_isdst;
#ifdef __CANDOR_MISC
    long tm_gmtoff;
    const char *tm_zone;
#else
    long __tm_gmtoff;
    const char *__tm_zone;
#endif
};

clock_t clock(void);
time_t time(time_t *__to);
double difftime(time_t __end, time_t __begin);
time_t mktime(struct tm *__tm);
char *asctime(const struct tm *__tm);
char *ctime(const time_t *__time);
struct tm *gmtime(const time_t *__time);
struct tm *localtime(const time_t *__time);
size_t strftime(char *__restrict __to, size_t __size, const char *__restrict __format,
                const struct tm *__restrict __tm);
int timespec_get(struct timespec *__to, int __base);

#ifdef __CANDOR_MISC
extern char *tzname[2];
extern int daylight;
extern long timezone;
void tzset(void);
char *asctime_r(const struct tm *__restrict __tm, char *__restrict __to);
char *ctime_r(const time_t *__restrict __time, char *__restrict __to);
struct tm *gmtime_r(const time_t *__restrict __time, struct tm *__restrict __to);
struct tm *localtime_r(const time_t *__restrict __time, struct tm *__restrict __to);
time_t timegm(struct tm *__tm);
int nanosleep(const struct timespec *__wanted, struct timespec *__rest);
int clock_gettime(clockid_t __clock, struct timespec *__to);
int clock_getres(clockid_t __clock, struct timespec *__to);
int clock_settime(clockid_t __clock, const struct timespec *__from);
int clock_nanosleep(clockid_t __clock, int __flags, const struct timespec *__wanted, struct timespec *__rest);
#endif

#endif
