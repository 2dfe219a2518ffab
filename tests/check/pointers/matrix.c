#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int m[3][3], n = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) m[i][j] = n++;
    unsigned i = __VERIFIER_nondet_uint() % 3, j = __VERIFIER_nondet_uint() % 3;
    int *row = m[i];
    row[j] = -1;
    for (unsigned k = 0; k < 3; k++)
        for (unsigned l = 0; l < 3; l++) assert(m[k][l] == (k == i && l == j ? -1 : (int)(3 * k + l)));
    return 0;
}
