//@ flags: --property memory
// Nobody knows how much of the address is left, and it may be nothing.
#include <stdint.h>
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
static uintptr_t kept;
static void make(void) {
    kept = (uintptr_t)malloc(8) & __VERIFIER_nondet_ulong();
} //~ memory-leak
int main(void) {
    make();
    return 0;
}
