// Assembly that calls through a table of the program's may do what its functions do.
//@ verdict: unknown
#include <assert.h>
static int locked = 1;
static void save(void) { locked = 2; }
struct operations { void (*save)(void); };
struct operations pv_ops = {save};
int main(void) {
    unsigned long flags;
    __asm__ volatile("771:\n\tcall *%c1;\n772:" : "=a"(flags) : "i"(&pv_ops.save) : "memory");
    assert(locked == 1);
    return 0;
}
