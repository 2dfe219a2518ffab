//@ run-native
#include <assert.h>
#include <string.h>

static char first(const char *s) {
    assert(s && "no string");
    return s[0];
}

int main(void) {
    return first("a") - 'a' + first("");
}
