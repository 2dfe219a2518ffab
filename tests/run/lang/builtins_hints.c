//@ run-native
//@ data-model: both
// Builtins that only advise the compiler, or ask it about the program.
#include <stddef.h>
#include <stdio.h>

struct s { char c; int i; };

static int choose(int x) {
    if (__builtin_expect(x > 100, 0)) return 1;
    if (__builtin_expect_with_probability(x < 0, 0, 0.9)) return 2;
    switch (x & 3) {
    case 0: return 10;
    case 1: return 11;
    case 2: return 12;
    case 3: return 13;
    default: __builtin_unreachable(); // never executed
    }
}

static int never(int x) {
    if (x > 1000) __builtin_trap();
    __builtin_assume(x <= 1000);
    return x;
}

int main(void) {
    int a[16] = {0};
    if (choose(101) != 1 || choose(-1) != 2 || choose(6) != 12) return 1;
    if (never(7) != 7) return 2;
    __builtin_prefetch(a);
    __builtin_prefetch(a + 8, 1, 3);
    int *p = __builtin_assume_aligned(a, 4);
    p[3] = 9;
    if (a[3] != 9) return 3;
    if (!__builtin_constant_p(3 + 4) || !__builtin_constant_p("text")) return 4;
    if (__builtin_choose_expr(sizeof(int) == 4, 5, "other") != 5) return 5;
    if (!__builtin_types_compatible_p(int, signed) || __builtin_types_compatible_p(int, long)) return 6;
    if (__builtin_offsetof(struct s, i) != 4 || offsetof(struct { int x[5]; }, x[2]) != 8) return 7;
    char buffer[20];
    if (__builtin_object_size(buffer, 0) != 20 || __builtin_object_size(buffer + 5, 1) != 15) return 8;
    if (__builtin_dynamic_object_size(a, 0) != sizeof a) return 9;
    if (__builtin_classify_type(1.0) == __builtin_classify_type(1)) return 10;
    if (__builtin_LINE() <= 0 || __builtin_strlen(__builtin_FUNCTION()) != 4) return 11;
    (void)__builtin_launder(p);
    printf("%d %d\n", choose(3), __builtin_is_aligned(16, 8));
    return 0;
}
