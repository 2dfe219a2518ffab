#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct flags {
    unsigned low : 3;
    int middle : 5;
};
int main(void) {
    struct flags f = {0};
    f.middle = (int)(__VERIFIER_nondet_uint() % 32);
    assert(f.middle >= 0); //~ assertion
    return 0;
}
