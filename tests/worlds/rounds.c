// Loops that go round a different number of times.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int total = 0;
    for (int i = 0; i < 5; i++) {
        int n = __VERIFIER_nondet_int() & 15;
        for (int k = 0; k < n; k++) {
            if (k == 9) break;
            if (k % 3 == 1) continue;
            for (int j = 0; j < k; j++) total += j;
        }
        printf("%d ", total);
    }
    return total & 63;
}
