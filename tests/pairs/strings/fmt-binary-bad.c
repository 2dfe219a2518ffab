// The bits of a number, without leading zeros.
#include <stdio.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    char text[33];
    unsigned n = __VERIFIER_nondet_uint();
    int digits = 0;
    while (digits < 32 && n >> digits != 0) digits++;
    for (int i = 0; i < digits; i++) text[i] = n >> (digits - 1 - i) & 1 ? '1' : '0';
    text[digits] = '\0';
    putchar(text[digits - 1]); //~ array-index
    puts(text);
    return 0;
}
