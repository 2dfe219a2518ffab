//@ flags: --check termination
//@ stdin: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
// The state is the same after each letter, but the next one may be another.
#include <stdio.h>
int main(void) {
    while (getchar() == 'a')
        ;
    return 0;
}
