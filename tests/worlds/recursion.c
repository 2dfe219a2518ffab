// Recursion to different depths, with a local array in each frame.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
static int down(int n, int *sum) {
    int here[3] = {n, n + 1, n + 2};
    if (n <= 0) return 0;
    *sum += here[n % 3];
    if (n & 1) return 1 + down(n - 1, sum);
    return 2 + down(n - 2, &here[0]) + here[0];
}
int main(void) {
    int sum = 0;
    for (int i = 0; i < 5; i++) {
        int n = __VERIFIER_nondet_int() & 15;
        printf("%d %d\n", down(n, &sum), sum);
    }
    return sum & 63;
}
