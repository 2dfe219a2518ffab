//@ flags: --property termination --engine auto
// A clock goes on: the loop does not run for ever.
#include <time.h>

int main(void) {
    time_t end = time(NULL) + 5;
    while (time(NULL) < end) {
    }
    return 0;
}
