// Upper case, character by character.
#include <ctype.h>
#include <stdio.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char text[64], upper[64];
    size_t i;
    for (i = 0; i < sizeof text - 1; i++) text[i] = __VERIFIER_nondet_char();
    text[i] = '\0';
    for (i = 0; text[i] != '\n'; i++) upper[i] = (char)toupper((unsigned char)text[i]); //~ array-index
    upper[i] = '\0';
    puts(upper);
    return 0;
}
