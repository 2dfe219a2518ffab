#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int key = __VERIFIER_nondet_uchar() % 12, i, j;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            if (i * 3 + j == key) goto found;
    assert(key >= 9);
    return 0;
found:
    assert(i == key / 3 && j == key % 3);
    return 0;
}
