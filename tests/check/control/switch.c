#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int classify(int n) {
    switch (n) {
    case -1: return 1;
    case 0:
    case 5 ... 9: n++; /* fall through */
    case 20: return n;
    default: return 100;
    }
}
int main(void) {
    int n = __VERIFIER_nondet_int(), r = classify(n);
    if (n == 0) assert(r == 1);
    if (n >= 5 && n <= 9) assert(r == n + 1);
    if (n == 20) assert(r == 20);
    if (n > 20 || n < -1) assert(r == 100);
    return 0;
}
