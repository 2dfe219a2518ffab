// Library functions on strings that differ.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char text[64] = "";
    for (int i = 0; i < 5; i++) {
        char number[16];
        snprintf(number, sizeof number, "%d,", __VERIFIER_nondet_int());
        strcat(text, number);
    }
    int sum = 0;
    for (char *p = strtok(text, ","); p; p = strtok(0, ",")) sum ^= atoi(p);
    printf("%d %zu\n", sum, strlen(text));
    return sum & 31;
}
