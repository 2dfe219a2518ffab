// The getelementptr of the language reference: 824 + 16 + 4 + 5 * 80 + 13 * 4 bytes.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct RT {
    char a;
    int b[10][20];
    char c;
};
struct ST {
    int x;
    double y;
    struct RT z;
};
int main(void) {
    static struct ST s[3];
    unsigned i = __VERIFIER_nondet_uint() % 2, j = __VERIFIER_nondet_uint() % 10, k = __VERIFIER_nondet_uint() % 20;
    int *p = &s[i + 1].z.b[j][k];
    assert((char *)p - (char *)s == (long)(824 * (i + 1) + 16 + 4 + 80 * j + 4 * k));
    assert((char *)&s[1].z.b[5][13] - (char *)s == 1296);
    return 0;
}
