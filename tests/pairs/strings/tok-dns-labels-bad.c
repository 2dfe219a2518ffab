// "www.example.com" becomes 3www7example3com0.
#include <stdlib.h>
#include <string.h>
static size_t encode(unsigned char *out, const char *name) {
    size_t used = 0;
    while (*name) {
        size_t n = 0;
        while (name[n] && name[n] != '.' && n < 63) n++;
        out[used++] = (unsigned char)n;
        memcpy(out + used, name, n); //~ out-of-bounds
        used += n;
        name += n;
        if (*name == '.') name++;
    }
    out[used++] = 0; //~ out-of-bounds
    return used;
}
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    size_t n = strlen(argv[1]);
    unsigned char *out = malloc(n + 1);
    if (!out) return 1;
    size_t used = encode(out, argv[1]);
    free(out);
    return used > 255;
}
