#include <string.h>

int main(void) {
    char x = 1;
    char *p = &x;
    memset(&p, 0x5a, sizeof p);
    return *p != 1; //~ invalid-pointer
}
