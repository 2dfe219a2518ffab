//@ run-native
#include <stdio.h>

static int n_calls;

int rand(void) {
    n_calls++;
    return -2;
}

int puts(const char *text) {
    n_calls++;
    return printf("<%s>\n", text);
}

int main(void) {
    int x = rand();
    puts("own");
    printf("%d %d\n", x, n_calls);
    return 0;
}
