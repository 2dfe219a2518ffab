// For nothing it copies four.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static void copy(char *to, const char *from, int count) {
    int n = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--n > 0);
    }
}
int main(void) {
    char from[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, to[9] = {0};
    int n = __VERIFIER_nondet_uchar() % 10;
    copy(to, from, n);
    for (int i = 0; i < 9; i++) assert(to[i] == (i < n ? from[i] : 0)); //~ assertion
    return 0;
}
