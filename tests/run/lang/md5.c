//@ run-native
//@ data-model: both
// MD5 of short messages; its constants come from the sine.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const int shifts[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

static void md5(const char *message, uint8_t out[16]) { // messages below 56 bytes only
    uint32_t s[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476}, w[16];
    uint8_t block[64] = {0};
    size_t length = strlen(message);
    memcpy(block, message, length);
    block[length] = 0x80;
    block[56] = (uint8_t)(length * 8);
    block[57] = (uint8_t)(length * 8 >> 8);
    for (int i = 0; i < 16; i++)
        w[i] = block[4 * i] | (uint32_t)block[4 * i + 1] << 8 | (uint32_t)block[4 * i + 2] << 16 | (uint32_t)block[4 * i + 3] << 24;
    uint32_t a = s[0], b = s[1], c = s[2], d = s[3];
    for (int i = 0; i < 64; i++) {
        uint32_t f;
        int g;
        switch (i / 16) {
        case 0: f = (b & c) | (~b & d); g = i; break;
        case 1: f = (d & b) | (~d & c); g = (5 * i + 1) % 16; break;
        case 2: f = b ^ c ^ d; g = (3 * i + 5) % 16; break;
        default: f = c ^ (b | ~d); g = 7 * i % 16; break;
        }
        uint32_t k = (uint32_t)floor(4294967296.0 * fabs(sin(i + 1)));
        f += a + k + w[g];
        int r = shifts[i / 16][i % 4];
        a = d, d = c, c = b;
        b += f << r | f >> (32 - r);
    }
    s[0] += a, s[1] += b, s[2] += c, s[3] += d;
    for (int i = 0; i < 16; i++) out[i] = (uint8_t)(s[i / 4] >> 8 * (i % 4));
}

int main(void) {
    const char *messages[] = {"", "abc", "message digest"};
    const uint8_t first[] = {0xd4, 0x90, 0xf9};
    for (int m = 0; m < 3; m++) {
        uint8_t out[16];
        md5(messages[m], out);
        if (out[0] != first[m]) return m + 1;
        for (int i = 0; i < 16; i++) printf("%02x", out[i]);
        printf("\n");
    }
    return 0;
}
