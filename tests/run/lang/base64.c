//@ run-native
//@ data-model: both
// Base64 in both directions, with padding.
#include <stdio.h>
#include <string.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void encode(const unsigned char *in, size_t n, char *out) {
    for (; n >= 3; n -= 3, in += 3, out += 4) {
        out[0] = alphabet[in[0] >> 2];
        out[1] = alphabet[(in[0] & 3) << 4 | in[1] >> 4];
        out[2] = alphabet[(in[1] & 15) << 2 | in[2] >> 6];
        out[3] = alphabet[in[2] & 63];
    }
    if (n) {
        unsigned second = n == 2 ? in[1] : 0;
        *out++ = alphabet[in[0] >> 2];
        *out++ = alphabet[(in[0] & 3) << 4 | second >> 4];
        *out++ = n == 2 ? alphabet[(second & 15) << 2] : '=';
        *out++ = '=';
    }
    *out = 0;
}

static size_t decode(const char *in, unsigned char *out) {
    size_t n = 0;
    unsigned bits = 0;
    int have = 0;
    for (; *in && *in != '='; in++) {
        bits = bits << 6 | (unsigned)(strchr(alphabet, *in) - alphabet);
        if ((have += 6) >= 8) out[n++] = (unsigned char)(bits >> (have -= 8));
    }
    return n;
}

int main(void) {
    static const char *pairs[][2] = {{"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foobar", "Zm9vYmFy"}};
    char text[64];
    unsigned char raw[64];
    for (int i = 0; i < 5; i++) {
        encode((const unsigned char *)pairs[i][0], strlen(pairs[i][0]), text);
        if (strcmp(text, pairs[i][1]) != 0) return 1 + i;
        if (decode(text, raw) != strlen(pairs[i][0]) || memcmp(raw, pairs[i][0], strlen(pairs[i][0])) != 0) return 10 + i;
    }
    for (int i = 0; i < 40; i++) raw[i] = (unsigned char)(i * 13);
    encode(raw, 40, text);
    puts(text);
    return 0;
}
