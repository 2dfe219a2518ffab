// ctime_r has a structure of its own.
#include <assert.h>
#include <time.h>
int main(void) {
    time_t when = 0;
    char text[26];
    struct tm *tm = gmtime(&when);
    when = 3600;
    assert(ctime_r(&when, text)[12] == '1');
    assert(tm->tm_hour == 0);
    return 0;
}
