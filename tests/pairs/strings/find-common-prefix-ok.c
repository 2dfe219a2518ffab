// How much two names have in common.
#include <stdio.h>
#include <string.h>
int main(void) {
    char a[64], b[64], common[64];
    if (!fgets(a, sizeof a, stdin) || !fgets(b, sizeof b, stdin)) return 1;
    size_t n = 0;
    while (a[n] == b[n] && a[n] != '\0') {
        common[n] = a[n];
        n++;
    }
    common[n] = '\0';
    puts(common);
    return 0;
}
