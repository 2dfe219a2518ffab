/* Calendar time in UTC: gmtime, localtime, mktime, timegm.
 *
 * Days are counted from 1 March of year 0 of the proleptic Gregorian calendar, so that the leap day is the last of its
 * year and months have a regular length: 400 years are 146097 days. */
#define _GNU_SOURCE
#include "candor.h"
#include <errno.h>
#include <limits.h>
#include <time.h>

enum {
    DAYS_TO_1970 = 719468, /* from 1 March of year 0 to 1 January 1970 */
    DAYS_PER_ERA = 146097,
    YEARS_PER_ERA = 400,
    SECONDS_PER_DAY = 86400,
};

static char utc[] = "UTC";
char *tzname[2] = {utc, utc};
int daylight = 0;
long timezone = 0;

/* Nobody says where the machine stands: in Greenwich. What the program has written to these variables is gone. */
static int has_set_zone;

static void set_zone(void)
{
    has_set_zone = 1;
    tzname[0] = utc;
    tzname[1] = utc;
    daylight = 0;
    timezone = 0;
}

/* Whatever converts a time sets them when it is the first to do so. */
static void set_zone_first(void)
{
    if (!has_set_zone)
        set_zone();
}

void tzset(void)
{
    set_zone();
    __model_may_cancel();
}

static long long floor_divide(long long a, long long b)
{
    long long quotient = a / b;
    return a % b < 0 ? quotient - 1 : quotient;
}

static long long floor_modulo(long long a, long long b)
{
    return a - floor_divide(a, b) * b;
}

/* Days since 1970 of a day; months count from 0 and are in range. */
static long long days_from_civil(long long year, int month, long long day)
{
    int from_march = (month + 10) % 12;
    if (month < 2)
        year--;
    long long era = floor_divide(year, YEARS_PER_ERA);
    long long year_of_era = year - era * YEARS_PER_ERA;
    long long day_of_year = (153 * from_march + 2) / 5 + day - 1;
    long long day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return era * DAYS_PER_ERA + day_of_era - DAYS_TO_1970;
}

static int is_leap(long long year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* Fills the date fields from days since 1970; 0 when the year does not fit. */
static int set_date(struct tm *tm, long long days)
{
    long long shifted = days + DAYS_TO_1970;
    long long era = floor_divide(shifted, DAYS_PER_ERA);
    long long day_of_era = shifted - era * DAYS_PER_ERA;
    long long year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    long long day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int from_march = (int)((5 * day_of_year + 2) / 153);
    int month = (from_march + 2) % 12;
    long long year = year_of_era + era * YEARS_PER_ERA + (month < 2);
    if (year - 1900 > INT_MAX || year - 1900 < INT_MIN)
        return 0;
    tm->tm_mday = (int)(day_of_year - (153 * from_march + 2) / 5 + 1);
    tm->tm_mon = month;
    tm->tm_year = (int)(year - 1900);
    tm->tm_yday = (int)(days - days_from_civil(year, 0, 1));
    tm->tm_wday = (int)floor_modulo(days + 4, 7); /* 1 January 1970 was a Thursday */
    return 1;
}

/* Fills all fields from seconds since 1970. */
static int set_all(struct tm *tm, long long seconds)
{
    long long days = floor_divide(seconds, SECONDS_PER_DAY);
    int rest = (int)floor_modulo(seconds, SECONDS_PER_DAY);
    if (!set_date(tm, days)) {
        errno = EOVERFLOW;
        return 0;
    }
    tm->tm_hour = rest / 3600;
    tm->tm_min = rest / 60 % 60;
    tm->tm_sec = rest % 60;
    tm->tm_isdst = 0;
    tm->tm_gmtoff = 0;
    return 1;
}

struct tm *gmtime_r(const time_t *restrict when, struct tm *restrict to)
{
    static const char gmt[] = "GMT";
    set_zone_first();
    if (!set_all(to, *when))
        return NULL;
    to->tm_zone = gmt;
    return to;
}

struct tm *localtime_r(const time_t *restrict when, struct tm *restrict to)
{
    set_zone_first();
    __model_may_cancel();
    if (!set_all(to, *when))
        return NULL;
    to->tm_zone = utc;
    return to;
}

static struct tm shared;

struct tm *gmtime(const time_t *when)
{
    return gmtime_r(when, &shared);
}

struct tm *localtime(const time_t *when)
{
    set_zone();
    __model_may_cancel();
    return localtime_r(when, &shared);
}

/* Fields may be out of range: they are added up, then brought into range. */
time_t timegm(struct tm *tm)
{
    set_zone_first();
    long long year = 1900LL + tm->tm_year + floor_divide(tm->tm_mon, 12);
    long long days = days_from_civil(year, (int)floor_modulo(tm->tm_mon, 12), 1) + tm->tm_mday - 1;
    long long seconds = days * SECONDS_PER_DAY + tm->tm_hour * 3600LL + tm->tm_min * 60LL + tm->tm_sec;
    if (seconds > LONG_MAX || seconds < LONG_MIN || !set_all(tm, seconds)) {
        errno = EOVERFLOW;
        return -1;
    }
    tm->tm_zone = utc;
    return (time_t)seconds;
}

time_t mktime(struct tm *tm)
{
    set_zone();
    __model_may_cancel();
    return timegm(tm);
}

/* Used by strftime for the week of ISO 8601. */
int __model_days_in_year(long long year)
{
    return 365 + is_leap(year);
}
