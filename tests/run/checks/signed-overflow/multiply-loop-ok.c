//@ run-native
#include <stdio.h>

int main(void) {
    long long factorial = 1;
    for (int i = 2; i <= 13; i++)
        factorial *= i;
    printf("%lld\n", factorial);
    return 0;
}
