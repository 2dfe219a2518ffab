// Pointers stay pointers when their bytes are copied.
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int a = 1, b = 2;
    int *t[3] = {&a, &a, &b};
    int *u[3];
    unsigned i = __VERIFIER_nondet_uint() % 3;
    memcpy(u, t, sizeof t);
    t[i] = &b;
    char *src = (char *)&t[i], *dst = (char *)&u[0];
    for (unsigned k = 0; k < sizeof(int *); k++) dst[k] = src[k];
    assert(u[0] == &b && *u[0] == 2);
    *t[1] = 9;
    assert(i == 1 ? b == 9 : a == 9);
    return 0;
}
