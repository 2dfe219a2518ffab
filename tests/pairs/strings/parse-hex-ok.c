// Two hexadecimal digits become a byte.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
static int digit(char c) {
    return isdigit((unsigned char)c) ? c - '0' : (tolower((unsigned char)c) - 'a' + 10) & 15;
}
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    const char *s = argv[1];
    size_t n = strlen(s);
    unsigned char *out = malloc(n / 2 + 1);
    if (!out) return 1;
    size_t used = 0;
    for (size_t i = 0; i + 1 < n; i += 2) out[used++] = (unsigned char)(digit(s[i]) << 4 | digit(s[i + 1]));
    int status = used > 0 && out[0] == 0x7f;
    free(out);
    return status;
}
