// Every ".." takes the component before it away.
#include <stdio.h>
#include <string.h>
int main(void) {
    char path[64], out[64];
    if (!fgets(path, sizeof path, stdin)) return 1;
    size_t n = 0;
    const char *p = path;
    while (*p) {
        size_t length = strcspn(p, "/");
        if (length == 2 && p[0] == '.' && p[1] == '.') {
            if (n > 0) n--;
            while (out[n - 1] != '/') n--; //~ array-index
        } else {
            memcpy(out + n, p, length);
            n += length;
            if (p[length] == '/') out[n++] = '/';
        }
        p += length;
        if (*p == '/') p++;
    }
    out[n] = '\0';
    puts(out);
    return 0;
}
