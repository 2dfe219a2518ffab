// Fills a column with spaces.
#include <stdio.h>
#include <string.h>
#define WIDTH 20
int main(void) {
    char column[WIDTH + 1];
    char word[64];
    if (!fgets(word, sizeof word, stdin)) return 1;
    size_t n = strlen(word);
    if (n > WIDTH + 1) n = WIDTH + 1;
    memcpy(column, word, n);
    memset(column + n, ' ', WIDTH - n); //~ out-of-bounds
    column[WIDTH] = '\0';
    puts(column);
    return 0;
}
