//@ run-native
//@ data-model: both
// strlen, strnlen and the empty string.
#include <stdio.h>
#include <string.h>

int main(void) {
    char buffer[100];
    if (strlen("") != 0 || strlen("a") != 1 || strlen("hidden\0part") != 6) return 1;
    memset(buffer, 'x', sizeof buffer);
    for (size_t n = 0; n < 100; n++) {
        buffer[n] = 0;
        if (strlen(buffer) != n) return 2;
        buffer[n] = 'x';
    }
    buffer[99] = 0;
    for (int from = 0; from < 20; from++)
        if (strlen(buffer + from) != 99u - (unsigned)from) return 3;
    if (strnlen("hello", 3) != 3 || strnlen("hello", 10) != 5 || strnlen("hello", 0) != 0) return 4;
    char open[3] = {'a', 'b', 'c'}; // not terminated: strnlen must stop
    if (strnlen(open, 3) != 3) return 5;
    printf("%zu\n", strlen(buffer));
    return 0;
}
