// 3a1b becomes aaab, as far as there is room.
#include <stdio.h>
int main(void) {
    char in[64], out[256];
    size_t n = 0;
    if (!fgets(in, sizeof in, stdin)) return 1;
    for (const char *p = in; *p >= '0' && *p <= '9' && p[1] != '\0'; p += 2) {
        int times = *p - '0';
        for (int i = 0; i < times && n < sizeof out - 1; i++) out[n++] = p[1];
    }
    out[n] = '\0';
    puts(out);
    return 0;
}
