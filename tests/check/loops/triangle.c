#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int a = __VERIFIER_nondet_uchar() % 7, n = 0;
    for (int i = 0; i < a; i++)
        for (int j = 0; j < i; j++) n++;
    assert(n < 15); //~ assertion
    return 0;
}
