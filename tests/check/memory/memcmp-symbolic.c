#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char a[3], b[3];
    for (int i = 0; i < 3; i++) {
        a[i] = __VERIFIER_nondet_char();
        b[i] = __VERIFIER_nondet_char();
    }
    int r = memcmp(a, b, 3);
    assert((r == 0) == (a[0] == b[0] && a[1] == b[1] && a[2] == b[2]));
    assert((r < 0) == (memcmp(b, a, 3) > 0));
    return 0;
}
