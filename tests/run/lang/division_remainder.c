//@ run-native
//@ data-model: both
// Division truncates toward zero, the remainder has the sign of the dividend.
#include <limits.h>
#include <stdio.h>

static int check(int a, int b) {
    return (a / b) * b + a % b == a;
}

int main(void) {
    if (7 / 2 != 3 || -7 / 2 != -3 || 7 / -2 != -3 || -7 / -2 != 3) return 1;
    volatile int seven = 7, two = 2;
    if (-seven / two != -3 || -seven % two != -1) return 2;
    if (seven / -two != -3 || seven % -two != 1) return 3;
    int values[] = {1, -1, 2, -2, 3, -3, 10, -10, INT_MAX, INT_MIN};
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 10; j++) {
            if (values[i] == INT_MIN && values[j] == -1) continue;
            if (!check(values[i], values[j])) return 4;
        }
    unsigned u = (unsigned)-seven;
    if (u / 2 != 0x7ffffffc || u % 10 != 9) return 5;
    long long big = LLONG_MIN;
    if (big / 3 != -3074457345618258602LL || big % 3 != -2) return 6;
    printf("%d %d %u\n", INT_MIN / 7, INT_MIN % 7, UINT_MAX / 7);
    return 0;
}
