#include <string.h>

static unsigned length(const char *s) {
    return (unsigned)strlen(s);
}

int main(void) {
    char copy[length("")]; //~ vla-bound
    copy[0] = 0;
    return copy[0];
}
