//@ run-native
//@ data-model: both
// Recursion: deep, tree-shaped, mutual, through a pointer.
#include <stdio.h>

static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
static int ackermann(int m, int n) {
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static int moves;
static void hanoi(int n, char from, char to, char via) {
    if (n == 0) return;
    hanoi(n - 1, from, via, to);
    moves++;
    hanoi(n - 1, via, to, from);
}
static int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
static int hofstadter_m(int n);
static int hofstadter_f(int n) { return n == 0 ? 1 : n - hofstadter_m(hofstadter_f(n - 1)); }
static int hofstadter_m(int n) { return n == 0 ? 0 : n - hofstadter_f(hofstadter_m(n - 1)); }

int main(void) {
    if (depth(2000) != 2000) return 1;
    if (ackermann(2, 3) != 9) return 2;
    if (!even(100) || odd(100) || !odd(77)) return 3;
    hanoi(8, 'a', 'b', 'c');
    if (moves != 255) return 4;
    int (*self)(int, int) = gcd;
    if (self(1071, 462) != 21) return 5;
    printf("%d %d %d\n", hofstadter_f(20), hofstadter_m(20), ackermann(2, 5));
    return 0;
}
