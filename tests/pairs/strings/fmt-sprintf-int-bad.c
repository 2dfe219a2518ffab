// The longest int is -2147483648.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char text[11];
    sprintf(text, "%d", __VERIFIER_nondet_int()); //~ out-of-bounds
    puts(text);
    return 0;
}
