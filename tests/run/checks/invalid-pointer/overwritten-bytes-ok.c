//@ run-native
#include <string.h>

int main(void) {
    char x = 1;
    char *p = &x;
    char *q = p;
    memset(&p, 0x5a, sizeof p);
    memcpy(&p, &q, sizeof p);
    return *p != 1;
}
