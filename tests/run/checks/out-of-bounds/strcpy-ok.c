//@ run-native
#include <string.h>

int main(void) {
    char buf[9];
    strcpy(buf, "too long");
    return buf[0] != 't';
}
