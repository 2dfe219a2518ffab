#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct pair {
    char key;
    int value;
};
int main(void) {
    struct pair a[4] = {{1, 10}, {2, 20}, {3, 30}, {4, 40}};
    unsigned i = __VERIFIER_nondet_uint();
    struct pair *p = &a[i & 3];
    p->value += p->key;
    assert(p->value == 11 * p->key);
    assert(p - a == (long)(i & 3));
    return 0;
}
