/* The calendar against the host's, in UTC: dates over some centuries, out-of-range fields, every conversion of
 * strftime. */
#define _GNU_SOURCE
#include "shim.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct tm *candor_gmtime_r(const time_t *when, struct tm *to);
time_t candor_timegm(struct tm *tm);
size_t candor_strftime(char *to, size_t size, const char *format, const struct tm *tm);
char *candor_asctime_r(const struct tm *tm, char *to);

static const char format[] = "%a %A %b %B %c %C %d %D %e %F %g %G %h %H %I %j %k %l %m %M %n %p %P %r %R %s %S %t %T "
                             "%u %U %V %w %W %x %X %y %Y %z %Z %% %Ec %Od";

static void print(char *to, const struct tm *tm, time_t seconds)
{
    sprintf(to, "%ld: %d-%d-%d %d:%d:%d wday %d yday %d dst %d", (long)seconds, tm->tm_year, tm->tm_mon, tm->tm_mday,
            tm->tm_hour, tm->tm_min, tm->tm_sec, tm->tm_wday, tm->tm_yday, tm->tm_isdst);
}

static void compare_date(time_t when)
{
    struct tm host;
    struct tm model;
    char host_text[600];
    char model_text[600];
    gmtime_r(&when, &host);
    candor_gmtime_r(&when, &model);
    print(host_text, &host, when);
    print(model_text, &model, when);
    if (strcmp(host_text, model_text) != 0)
        disagree("gmtime", "", host_text, model_text);
    size_t n_host = strftime(host_text, sizeof host_text, format, &host);
    size_t n_model = candor_strftime(model_text, sizeof model_text, format, &model);
    if (n_host != n_model || strcmp(host_text, model_text) != 0)
        disagree("strftime", "", host_text, model_text);
    asctime_r(&host, host_text);
    candor_asctime_r(&model, model_text);
    if (strcmp(host_text, model_text) != 0)
        disagree("asctime", "", host_text, model_text);
}

static void compare_fields(void)
{
    struct tm host = {0};
    char host_text[200];
    char model_text[200];
    host.tm_year = (int)(shim_random() % 300);
    host.tm_mon = (int)(shim_random() % 60) - 30;
    host.tm_mday = (int)(shim_random() % 100) - 50;
    host.tm_hour = (int)(shim_random() % 100) - 50;
    host.tm_min = (int)(shim_random() % 200) - 100;
    host.tm_sec = (int)(shim_random() % 200) - 100;
    struct tm model = host;
    time_t host_result = timegm(&host);
    time_t model_result = candor_timegm(&model);
    print(host_text, &host, host_result);
    print(model_text, &model, model_result);
    if (strcmp(host_text, model_text) != 0)
        disagree("timegm", "", host_text, model_text);
}

void agree_time(void)
{
    setenv("TZ", "UTC", 1);
    tzset();
    for (int i = 0; i < 3000; i++) {
        compare_date((time_t)(shim_random() % 20000000000) - 8000000000);
        compare_fields();
    }
    char small[4] = "###";
    struct tm tm = {0};
    if (candor_strftime(small, 3, "%Y", &tm) != 0)
        disagree("strftime", "small buffer", "0", "other");
}
