// Memory that is changed in one of two blocks: what is read behind them depends on the way taken.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int cell = 1;
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n != 4) cell = 2;
    assert(cell == (n == 4 ? 1 : 2));
    if (cell == 2) cell = n;
    assert(n == 4 ? cell == 1 : cell == n);
    return 0;
}
