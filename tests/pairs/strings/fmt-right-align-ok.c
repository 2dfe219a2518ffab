// Moves a number to the right end of its field.
#include <stdio.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char digits[16], field[11];
    int n = __VERIFIER_nondet_int();
    if (n < -99999999) return 1;
    snprintf(digits, sizeof digits, "%d", n);
    size_t length = strlen(digits), start = 10 - length;
    memset(field, ' ', start);
    memcpy(field + start, digits, length + 1);
    puts(field);
    return 0;
}
