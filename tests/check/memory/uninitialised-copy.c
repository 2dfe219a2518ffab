// To copy what is not initialised is no fault; to decide by it is.
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int a[4], b[4];
    unsigned n = __VERIFIER_nondet_uchar() % 4;
    a[n] = 7;
    memcpy(b, a, sizeof a);
    if (b[n] != 7) return *(int *)0;
    if (b[2]) //~ uninitialized-read
        return 1;
    return 0;
}
