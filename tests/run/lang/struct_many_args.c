//@ run-native
//@ data-model: both
// So many arguments that some structs and scalars live on the stack.
#include <stdio.h>

struct two { long long a, b; };
struct big { int v[10]; };

static long long sum(int a, struct two t, char c, struct big big, double d, short s, struct two u, float f, long long l,
                     struct two last) {
    long long total = a + t.a * 10 + t.b * 100 + c;
    for (int i = 0; i < 10; i++) total += big.v[i];
    return total + (long long)d + s + u.a + u.b + (long long)f + l + last.a - last.b;
}

int main(void) {
    struct big big = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}};
    long long total = sum(1, (struct two){2, 3}, 'A', big, 4.75, -5, (struct two){6, 7}, 8.5f, 9, (struct two){10, 11});
    if (total != 1 + 20 + 300 + 65 + 55 + 4 - 5 + 13 + 8 + 9 - 1) return 1;
    printf("%lld\n", total);
    return 0;
}
