#include <assert.h>
#include <string.h>

static char first(const char *s) {
    assert(strlen(s) > 0 && "empty string"); //~ assertion
    return s[0];
}

int main(void) {
    return first("a") - 'a' + first("");
}
