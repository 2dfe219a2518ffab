// A fault inside a library function is shown at the call.
#include <string.h>

static void greet(char *to, const char *name) {
    strcpy(to, "hello, ");
    strcat(to, name); //~ out-of-bounds: `buffer`, which has 16 bytes
}

int main(void) {
    char buffer[16];
    greet(buffer, "everybody");
    return 0;
}
