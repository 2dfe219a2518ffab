// Memory of alloca lives until its function returns, not until the block ends.
#include <alloca.h>
#include <string.h>

static char *copy(const char *s) {
    char *p = alloca(strlen(s) + 1);
    return strcpy(p, s);
}

int main(void) {
    char *p = copy("abc");
    return p[0] != 'a'; //~ use-after-scope
}
