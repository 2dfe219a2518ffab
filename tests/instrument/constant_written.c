// What was printed before is seen.
#include <stdio.h>
int main(void) {
    char *text = (char *)"constant";
    printf("before\n");
    text[0] = 'C'; //~ write-to-const
    printf("after\n");
    return 0;
}
