#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct pair { int a, b; };

int main(void) {
    static char a[2000];
    static struct pair pairs[3000];
    char b[32];
    unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
    if (n < 1 || n > 16 || k > 1900)
        return 0;
    memset(b, 3, sizeof b);
    a[k] = 1;
    memset(a + k, 7, n);
    assert(a[k] == 7 && a[k + n - 1] == 7 && a[k + n] == 0);
    memcpy(a + k, b, n);
    assert(a[k] == 3 && a[k + n - 1] == 3 && a[k + n] == 0);
    struct pair one = {k, n};
    pairs[k] = one;
    struct pair other = pairs[k];
    assert(other.a == (int)k && other.b == (int)n);
    memset(a, 0, sizeof a);
    assert(a[k] == 0);
    return 0;
}
