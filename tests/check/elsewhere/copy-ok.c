//@ flags: --property reach
//@ verdict: holds
//@ says: holds only if: `fill` has no out-of-bounds
// What goes wrong in a function of the library is named where it is called.
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void fill(char *to, int n)
{
    memset(to, 0, n);
}
int main(void) {
    int canary = 1;
    char bytes[4];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 8)
        return 0;
    fill(bytes, n);
    if (canary != 1)
        reach_error();
    return 0;
}
