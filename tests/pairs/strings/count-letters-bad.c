// How often each letter occurs.
#include <ctype.h>
#include <stdio.h>
int main(void) {
    size_t count[26] = {0};
    int c;
    while ((c = getchar()) != EOF) {
        if (isalpha(c)) count[c - 'a']++; //~ array-index
    }
    for (int i = 0; i < 26; i++) printf("%c %zu\n", 'a' + i, count[i]);
    return 0;
}
