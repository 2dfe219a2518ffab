// The starts of all components of a path in an array.
#include <stdlib.h>
#define MAX 32
int main(void) {
    const char *path = getenv("PWD");
    const char *part[MAX];
    unsigned n = 0;
    if (!path) return 1;
    for (const char *p = path; *p; p++) {
        if (*p == '/' && p[1] != '\0' && n <= MAX) part[n++] = p + 1; //~ array-index
    }
    for (unsigned i = 0; i < n; i++) {
        if (*part[i] == '.') return 2;
    }
    return 0;
}
