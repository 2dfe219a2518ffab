// Behind `exit` there is nothing.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void check(int n) {
    if (n == 0) exit(3);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    check(n);
    return 10 % n == 0 && n != -1;
}
