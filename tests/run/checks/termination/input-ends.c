//@ flags: --check termination
//@ stdin: aaaa
#include <stdio.h>
int main(void) {
    while (getchar() != 'b') //~ termination
        ;
    return 0;
}
