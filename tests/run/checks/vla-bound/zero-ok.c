//@ run-native
#include <string.h>

static unsigned length(const char *s) {
    return (unsigned)strlen(s);
}

int main(void) {
    char copy[length("") + 1];
    copy[0] = 0;
    return copy[0];
}
