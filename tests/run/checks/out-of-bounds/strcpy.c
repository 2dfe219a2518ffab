#include <string.h>

int main(void) {
    char buf[8];
    strcpy(buf, "too long"); //~ out-of-bounds
    return buf[0] != 't';
}
