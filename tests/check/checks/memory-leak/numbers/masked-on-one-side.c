//@ flags: --property memory
// Where two ways meet, the number is the whole address on one of them only.
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static uintptr_t kept;
static void make(void) {
    uintptr_t address = (uintptr_t)malloc(8);
    if (__VERIFIER_nondet_int() == 12345)
        kept = address & 255;
    else
        kept = address;
} //~ memory-leak
int main(void) {
    make();
    return 0;
}
