// Three bytes become four characters, the last one or two as well.
#include <stdlib.h>
#include <unistd.h>
static const char table[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static char *encode(const unsigned char *in, size_t n) {
    char *out = malloc(n / 3 * 4 + 1), *d = out;
    if (!out) return NULL;
    for (size_t i = 0; i < n; i += 3) {
        unsigned a = in[i], b = i + 1 < n ? in[i + 1] : 0, c = i + 2 < n ? in[i + 2] : 0;
        *d++ = table[a >> 2]; //~ out-of-bounds
        *d++ = table[(a & 3) << 4 | b >> 4]; //~ out-of-bounds
        *d++ = i + 1 < n ? table[(b & 15) << 2 | c >> 6] : '='; //~ out-of-bounds
        *d++ = i + 2 < n ? table[c & 63] : '='; //~ out-of-bounds
    }
    *d = '\0'; //~ out-of-bounds
    return out;
}
int main(void) {
    unsigned char data[48];
    ssize_t n = read(0, data, sizeof data);
    if (n < 0) return 1;
    char *text = encode(data, (size_t)n);
    if (!text) return 1;
    free(text);
    return 0;
}
