// The same of integers.
#include <stdio.h>

int main(void) {
    int a;
    if (getchar() == 'a')
        fprintf(stderr, "%d\n", a); //~ uninitialized-read
    return 0;
}
