//@ says: gmtime, localtime and ctime use the same structure
// ctime is asctime of localtime, which changes what gmtime has returned.
#include <assert.h>
#include <time.h>
int main(void) {
    time_t when = 0;
    struct tm *tm = gmtime(&when);
    when = 3600;
    assert(ctime(&when)[12] == '1');
    assert(tm->tm_hour == 0); //~ assertion
    return 0;
}
