// `x += y` evaluates x once.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int calls, cell;
static int *place(void) {
    calls++;
    return &cell;
}
int main(void) {
    cell = __VERIFIER_nondet_int();
    int before = cell;
    if (before > 2147483640) return 0;
    *place() += 7;
    assert(calls == 1 && cell == before + 7);
    return 0;
}
