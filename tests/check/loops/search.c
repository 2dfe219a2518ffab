// Binary search finds what is there.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int a[8] = {1, 4, 4, 9, 12, 20, 33, 50};
    int key = a[__VERIFIER_nondet_uint() % 8];
    int low = 0, high = 8;
    while (low < high) {
        int middle = (low + high) / 2;
        if (a[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    assert(low < 8 && a[low] == key);
    return 0;
}
