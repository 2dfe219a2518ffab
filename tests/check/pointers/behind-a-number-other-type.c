// Of the functions whose addresses were told as numbers, one cannot be called with one argument.
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
static int one(int a) { return a; }
static int two(int a, int b) { return a + b; }
int main(void) {
    uintptr_t told[] = {(uintptr_t)&one, (uintptr_t)&two};
    int (*f)(int) = (int (*)(int))told[__VERIFIER_nondet_int() == 7];
    return f(3); //~ invalid-call
}
