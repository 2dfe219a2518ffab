#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    static void *const table[] = {&&add, &&twice, &&stop};
    unsigned program[4], value = 1, at = 0;
    for (int i = 0; i < 3; i++) program[i] = __VERIFIER_nondet_uint() % 3;
    program[3] = 2;
    goto *table[program[at]];
add:
    value++;
    goto *table[program[++at]];
twice:
    value *= 2;
    goto *table[program[++at]];
stop:
    assert(value >= 1 && value <= 8);
    return 0;
}
