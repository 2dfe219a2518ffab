// The longest word of the input, cut to 31 characters.
#include <ctype.h>
#include <stdio.h>
#include <string.h>
int main(void) {
    char word[32], longest[32] = "";
    size_t n = 0;
    int c;
    do {
        c = getchar();
        if (c != EOF && isalpha(c)) {
            if (n < sizeof word - 1) word[n++] = (char)c;
        } else {
            word[n] = '\0';
            if (n > strlen(longest)) strcpy(longest, word);
            n = 0;
        }
    } while (c != EOF);
    puts(longest);
    return 0;
}
