//@ run-native
#include <stdio.h>

int main(void) {
    char buf[8];
    int id = 1234567;
    snprintf(buf, sizeof buf, "#%d", id);
    puts(buf);
    return 0;
}
