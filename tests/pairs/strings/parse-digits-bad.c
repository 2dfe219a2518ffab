// Takes the digits of a line apart from the rest.
#include <ctype.h>
#include <stdio.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char line[64], digits[16];
    for (int i = 0; i < 63; i++) line[i] = __VERIFIER_nondet_char();
    line[63] = '\0';
    unsigned n = 0;
    for (const char *p = line; *p; p++) {
        if (isdigit((unsigned char)*p) && n <= 15) digits[n++] = *p;
    }
    digits[n] = '\0'; //~ array-index
    puts(digits);
    return 0;
}
