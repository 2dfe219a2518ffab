//@ says: inline assembly `771:
// The kernel calls functions of a table that is defined elsewhere: they get no pointer to anything of the program's.
#include <assert.h>
struct operations { void (*save)(void); };
extern struct operations pv_ops;
int main(void) {
    unsigned long flags;
    int locked = 1;
    __asm__ volatile("771:\n\tcall *%c1;\n772:" : "=a"(flags) : "i"(&pv_ops.save) : "memory");
    assert(locked == 1);
    return 0;
}
