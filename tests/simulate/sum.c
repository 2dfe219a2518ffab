#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static int numbers[3];
static const char *name = "sum";

static int sum(const int *values, int n) {
    int total = 0;
    for (int i = 0; i < n; i++)
        total += values[i];
    return total;
}

int main(void) {
    for (int i = 0; i < 3; i++)
        numbers[i] = __VERIFIER_nondet_int();
    int result = sum(numbers, 3);
    printf("%s: %d\n", name, result);
    return result / numbers[0];
}
