// a=1&b=2 in an array of pairs.
#include <stdio.h>
#include <string.h>
struct pair {
    char *key, *value;
};
int main(void) {
    char query[64];
    struct pair pairs[8];
    int n = 0;
    if (!fgets(query, sizeof query, stdin)) return 1;
    char *p = query;
    while (p && n < 8) {
        char *next = strchr(p, '&');
        if (next) *next++ = '\0';
        pairs[n].key = p;
        pairs[n].value = strchr(p, '=');
        if (pairs[n].value) *pairs[n].value++ = '\0';
        n++;
        p = next;
    }
    for (int i = 0; i < n; i++) printf("%s: %s\n", pairs[i].key, pairs[i].value ? pairs[i].value : "");
    return 0;
}
