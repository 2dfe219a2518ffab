//@ run-native
//@ data-model: both
// UTF-8: encoding, decoding, rejecting overlong and broken sequences.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int encode(uint32_t c, unsigned char *to) {
    if (c < 0x80) return to[0] = (unsigned char)c, 1;
    if (c < 0x800) return to[0] = (unsigned char)(0xc0 | c >> 6), to[1] = 0x80 | (c & 63), 2;
    if (c < 0x10000)
        return to[0] = (unsigned char)(0xe0 | c >> 12), to[1] = 0x80 | (c >> 6 & 63), to[2] = 0x80 | (c & 63), 3;
    return to[0] = (unsigned char)(0xf0 | c >> 18), to[1] = 0x80 | (c >> 12 & 63), to[2] = 0x80 | (c >> 6 & 63),
           to[3] = 0x80 | (c & 63), 4;
}

static int decode(const unsigned char *s, uint32_t *c) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    int n = *s < 0x80 ? 1 : *s >> 5 == 6 ? 2 : *s >> 4 == 14 ? 3 : *s >> 3 == 30 ? 4 : 0;
    if (n == 0) return -1;
    *c = n == 1 ? *s : *s & (0x7fu >> n);
    for (int i = 1; i < n; i++) {
        if (s[i] >> 6 != 2) return -1;
        *c = *c << 6 | (s[i] & 63);
    }
    return *c < least[n] || *c > 0x10ffff || (*c >= 0xd800 && *c < 0xe000) ? -1 : n;
}

int main(void) {
    static const uint32_t points[] = {0x24, 0x7f, 0x80, 0x7ff, 0x800, 0x20ac, 0xffff, 0x10000, 0x1f600, 0x10ffff};
    for (unsigned i = 0; i < sizeof points / sizeof *points; i++) {
        unsigned char buffer[4];
        uint32_t back;
        int n = encode(points[i], buffer);
        if (decode(buffer, &back) != n || back != points[i]) return 1;
    }
    uint32_t c;
    if (decode((const unsigned char *)"\xc0\xaf", &c) != -1) return 2;     // overlong
    if (decode((const unsigned char *)"\xed\xa0\x80", &c) != -1) return 3; // surrogate
    if (decode((const unsigned char *)"\xe2\x82", &c) != -1) return 4;     // ends early
    if (decode((const unsigned char *)"\x80", &c) != -1) return 5;
    const unsigned char *s = (const unsigned char *)"na\xc3\xafve \xe2\x82\xac\xf0\x9f\x98\x80";
    for (int n; *s && (n = decode(s, &c)) > 0; s += n) printf("U+%04X ", (unsigned)c);
    printf("\n");
    return 0;
}
