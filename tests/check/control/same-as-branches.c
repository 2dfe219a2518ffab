// A switch and the same as a chain of branches.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned by_switch(unsigned n) {
    switch (n % 5) {
    case 0: return n;
    case 3: return n + 1;
    case 4: return n ^ 5;
    }
    return 7;
}
static unsigned by_branch(unsigned n) {
    if (n % 5 == 0) return n;
    if (n % 5 == 3) return n + 1;
    if (n % 5 == 4) return n ^ 5;
    return 7;
}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    assert(by_switch(n) == by_branch(n));
    return 0;
}
