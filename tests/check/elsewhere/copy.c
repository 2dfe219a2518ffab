//@ flags: --property reach
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void fill(char *to, int n)
{
    memset(to, 0, n);
}
int main(void) {
    char bytes[4] = {1, 1, 1, 1};
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 8)
        return 0;
    fill(bytes, n);
    if (bytes[3] == 0)
        reach_error(); //~ error-call
    return 0;
}
