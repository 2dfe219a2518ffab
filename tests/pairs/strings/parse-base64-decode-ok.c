// Four characters become three bytes.
#include <stdlib.h>
#include <string.h>
static unsigned value(char c) {
    static const char table[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c ? strchr(table, c) : NULL;
    return at ? (unsigned)(at - table) : 0;
}
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    const char *s = argv[1];
    size_t n = strlen(s) / 4 * 4, used = 0;
    unsigned char *out = malloc(n / 4 * 3 + 1);
    if (!out) return 1;
    for (size_t i = 0; i < n; i += 4) {
        unsigned bits = value(s[i]) << 18 | value(s[i + 1]) << 12 | value(s[i + 2]) << 6 | value(s[i + 3]);
        out[used++] = (unsigned char)(bits >> 16);
        out[used++] = (unsigned char)(bits >> 8);
        out[used++] = (unsigned char)bits;
    }
    out[used] = '\0';
    free(out);
    return 0;
}
