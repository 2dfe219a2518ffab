//@ run-native
//@ data-model: both
// const, restrict and static array parameters do not change what runs.
#include <stdio.h>

static const int primes[] = {2, 3, 5, 7, 11};
static const char *const words[] = {"const", "restrict"};

static void add(int n, int *restrict to, const int *restrict a, const int *restrict b) {
    for (int i = 0; i < n; i++) to[i] = a[i] + b[i];
}

static int sum(const int a[static 3], int n) {
    int total = 0;
    for (const int *p = a; p < a + n; p++) total += *p;
    return total;
}

int main(void) {
    int to[5];
    add(5, to, primes, primes); // reading twice the same object is allowed
    if (sum(to, 5) != 56 || sum(primes, 3) != 10) return 1;
    const int local = 5;
    int *mutable = &to[local - 1];
    const int *read_only = mutable;
    *mutable = 1;
    if (*read_only != 1) return 2;
    int *back = (int *)read_only; // the object itself is not const
    *back = 2;
    if (to[4] != 2) return 3;
    int *const fixed = to;
    fixed[0]++;
    printf("%s %s %d\n", words[0], words[1], to[0]);
    return 0;
}
