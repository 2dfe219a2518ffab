//@ run-native
#include <stdio.h>

static const char *names[] = {"red", "green", "blue"};

int main(void) {
    unsigned color = 3;
    puts(names[color % 3]);
    return 0;
}
