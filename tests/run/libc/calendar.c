//@ run-native
//@ data-model: both
// gmtime, timegm, asctime and strftime of fixed moments.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>

int main(void) {
    time_t moments[] = {0, 951782400, 1078012799, 1700000000, 2147483647};
    for (int i = 0; i < 5; i++) {
        struct tm *tm = gmtime(&moments[i]);
        if (!tm) return 1;
        printf("%d-%02d-%02d %02d:%02d:%02d %d %d\n", tm->tm_year + 1900, tm->tm_mon + 1, tm->tm_mday, tm->tm_hour,
               tm->tm_min, tm->tm_sec, tm->tm_wday, tm->tm_yday);
        struct tm copy = *tm;
        if (timegm(&copy) != moments[i]) return 2;
    }
    struct tm odd = {.tm_year = 100, .tm_mon = 13, .tm_mday = 32, .tm_hour = 25}; // normalised
    if (timegm(&odd) == (time_t)-1 || odd.tm_year != 101 || odd.tm_mon != 2) return 3;
    struct tm tm;
    if (gmtime_r(&moments[3], &tm) != &tm) return 4;
    printf("%s", asctime(&tm));
    char text[80];
    size_t n = strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ %a %A %b %B %j %y %p %I %e %%", &tm);
    if (n != strlen(text)) return 5;
    puts(text);
    if (strftime(text, 5, "%Y-%m-%d", &tm) != 0) return 6; // does not fit
    return 0;
}
