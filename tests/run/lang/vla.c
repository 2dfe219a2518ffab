//@ run-native
//@ data-model: both
// Variable length arrays: size, loops that make a new one each time, parameters.
#include <stdio.h>

static int sum(int n, const int a[n]) {
    int total = 0;
    for (int i = 0; i < n; i++) total += a[i];
    return total;
}

static long long triangle(int n) {
    long long total = 0;
    for (int i = 1; i <= n; i++) {
        int a[i]; // one array per iteration
        for (int j = 0; j < i; j++) a[j] = j + 1;
        total += sum(i, a);
    }
    return total;
}

int main(void) {
    int n = 7;
    int a[n];
    n = 100; // the array keeps its size
    if (sizeof a != 7 * sizeof(int)) return 1;
    for (int i = 0; i < 7; i++) a[i] = i * i;
    if (sum(7, a) != 91) return 2;
    if (triangle(50) != 22100) return 3;
    int k = 3;
    if (sizeof(char[k++]) != 3 || k != 4) return 4;
    char buffer[k * 2];
    snprintf(buffer, sizeof buffer, "%s", "variable");
    printf("%s %zu\n", buffer, sizeof buffer);
    return 0;
}
