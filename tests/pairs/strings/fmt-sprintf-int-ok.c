// The longest int is -2147483648.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char text[12];
    sprintf(text, "%d", __VERIFIER_nondet_int());
    puts(text);
    return 0;
}
