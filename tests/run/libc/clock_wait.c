// A loop that waits for a clock ends.
#include <stdio.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    time_t end = time(NULL) + 2;
    while (time(NULL) < end) {
    }
    clock_t begin = clock();
    while (clock() - begin < CLOCKS_PER_SEC / 10) {
    }
    struct timeval from, to;
    gettimeofday(&from, NULL);
    sleep(3);
    gettimeofday(&to, NULL);
    puts(to.tv_sec - from.tv_sec >= 3 ? "later" : "too soon");
    return 0;
}
