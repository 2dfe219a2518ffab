#include <stdio.h>

int main(void) {
    char buf[8];
    int id = 1234567;
    sprintf(buf, "#%d", id); //~ out-of-bounds
    puts(buf);
    return 0;
}
