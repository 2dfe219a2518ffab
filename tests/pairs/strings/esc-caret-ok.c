// Shows control characters as ^X, and those above 127 as M-X.
#include <stdio.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    char out[64];
    size_t n = 0;
    for (int i = 0; i < 100 && n + 4 < sizeof out; i++) {
        unsigned char c = __VERIFIER_nondet_uchar();
        if (c >= 128) {
            out[n++] = 'M';
            out[n++] = '-';
            c -= 128;
        }
        if (c < 32) {
            out[n++] = '^';
            c += 64;
        }
        out[n++] = (char)c;
    }
    out[n] = '\0';
    puts(out);
    return 0;
}
