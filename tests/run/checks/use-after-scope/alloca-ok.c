//@ run-native
// Memory of alloca lives until its function returns, not until the block ends.
#include <alloca.h>
#include <string.h>

int main(void) {
    char *p;
    {
        p = alloca(4);
        strcpy(p, "abc");
    }
    return p[0] != 'a';
}
