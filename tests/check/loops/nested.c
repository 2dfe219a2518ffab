#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int a = __VERIFIER_nondet_uchar() % 6, b = __VERIFIER_nondet_uchar() % 6, n = 0;
    for (int i = 0; i < a; i++)
        for (int j = 0; j < b; j++) n++;
    assert(n == a * b);
    return 0;
}
