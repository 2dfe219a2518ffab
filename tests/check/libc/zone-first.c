// The first conversion of a time sets the variables of the zone, whichever function does it; later ones leave them alone.
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>
int main(void) {
    time_t when = 0;
    struct tm tm;
    timezone = 77;
    daylight = 1;
    gmtime_r(&when, &tm);
    assert(timezone == 0 && daylight == 0);
    timezone = 88;
    localtime_r(&when, &tm);
    assert(timezone == 88);
    timegm(&tm);
    assert(timezone == 88);
    tzset();
    assert(timezone == 88); //~ assertion
    return 0;
}
