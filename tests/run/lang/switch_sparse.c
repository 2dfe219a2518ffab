//@ run-native
//@ data-model: both
// Sparse, negative, ranged and 64-bit case labels.
#include <limits.h>
#include <stdio.h>

static int sparse(int x) {
    switch (x) {
    case INT_MIN: return 1;
    case -1000: return 2;
    case 0: return 3;
    case 7: return 4;
    case 1000000: return 5;
    case INT_MAX: return 6;
    }
    return 0;
}

static char classify(unsigned char c) {
    switch (c) {
    case '0' ... '9': return 'd';
    case 'a' ... 'z': case 'A' ... 'Z': case '_': return 'w';
    case 128 ... 255: return 'h';
    default: return '.';
    }
}

static int wide(unsigned long long x) {
    switch (x) {
    case 0x100000000ull: return 1;
    case 0xffffffffffffffffull: return 2;
    case 0: return 3;
    case 5000000000ull ... 6000000000ull: return 4;
    }
    return 0;
}

int main(void) {
    int in[] = {INT_MIN, -1000, 0, 7, 1000000, INT_MAX, 1, -1};
    int code = 0;
    for (int i = 0; i < 8; i++) code = code * 10 + sparse(in[i]);
    if (code != 12345600) return 1;
    if (classify('5') != 'd' || classify('q') != 'w' || classify('_') != 'w' || classify(200) != 'h' || classify(' ') != '.') return 2;
    if (wide(0x100000000ull) != 1 || wide(-1) != 2 || wide(0) != 3 || wide(5500000000ull) != 4 || wide(1) != 0) return 3;
    _Bool flag = 1;
    switch (flag) { case 0: return 4; case 1: break; }
    printf("%d\n", code);
    return 0;
}
