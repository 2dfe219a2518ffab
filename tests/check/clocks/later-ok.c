//@ says: clocks never go back
// Clocks never go back, and who sleeps wakes up later.
#include <assert.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    struct timespec now;
    time_t first = time(NULL), second = time(NULL);
    assert(first <= second);
    sleep(10);
    clock_gettime(CLOCK_REALTIME, &now);
    assert(now.tv_sec >= second + 10);
    assert(now.tv_nsec >= 0 && now.tv_nsec < 1000000000);
    clock_t begin = clock();
    assert(clock() >= begin);
    return 0;
}
