//@ run-native
//@ data-model: both
// time, clock and difftime move forward; the now is not printed.
#include <stdio.h>
#include <time.h>

int main(void) {
    time_t stored = 0, now = time(&stored);
    if (now != stored || now == (time_t)-1) return 1;
    time_t later = time(NULL);
    if (difftime(later, now) < 0) return 2;
    if (difftime((time_t)100, (time_t)40) != 60.0) return 3;
    clock_t a = clock(), b = clock();
    if (b < a || CLOCKS_PER_SEC != 1000000) return 4;
    struct timespec ts;
    if (clock_gettime(CLOCK_MONOTONIC, &ts) != 0 || ts.tv_nsec < 0 || ts.tv_nsec >= 1000000000) return 5;
    if (timespec_get(&ts, TIME_UTC) != TIME_UTC) return 6;
    puts("time");
    return 0;
}
