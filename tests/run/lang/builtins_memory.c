//@ run-native
//@ data-model: both
// Memory and string builtins, with constant and variable sizes; alloca.
#include <stdio.h>

static int sum_of_alloca(int n) {
    int total = 0;
    for (int round = 1; round <= 3; round++) {
        int *a = __builtin_alloca((unsigned)n * sizeof *a); // lives until the function returns
        for (int i = 0; i < n; i++) a[i] = i * round;
        for (int i = 0; i < n; i++) total += a[i];
    }
    return total;
}

int main(void) {
    struct { int a; char b[9]; } x = {5, "builtins"}, y;
    __builtin_memcpy(&y, &x, sizeof x);
    if (y.a != 5 || __builtin_strcmp(y.b, "builtins") != 0) return 1;
    char text[16] = "0123456789";
    volatile unsigned n = 6;
    __builtin_memmove(text + 2, text, n);
    if (__builtin_strcmp(text, "0101234589") != 0) return 2;
    __builtin_memmove(text, text + 4, n);
    if (__builtin_memcmp(text, "234589", 6) != 0) return 3;
    __builtin_memset(text, 'x', n);
    __builtin_memset(text + 8, 0, 4);
    if (__builtin_strlen(text) != 8) return 4;
    __builtin_memcpy_inline(text, "inline", 6);
    __builtin_memset_inline(text + 6, '!', 2);
    if (__builtin_strncmp(text, "inline!!", 9) != 0) return 5;
    if (sum_of_alloca(10) != 45 * 6) return 6;
    char *aligned = __builtin_alloca_with_align(10, 512);
    if ((__UINTPTR_TYPE__)aligned % 64) return 7;
    __builtin_memcpy(text, text, 0);
    if (__builtin_strchr(text, '!') != text + 6 || __builtin_memchr(text, 'l', 5) != text + 2) return 8;
    printf("%s %s\n", text, y.b);
    return 0;
}
