//@ run-native
//@ data-model: both
// Signed bit-fields sign-extend when they are read.
#include <stdio.h>

struct fields {
    signed a : 3;
    int b : 7;
    signed c : 1;
    int d : 21;
};

int main(void) {
    struct fields f = {.a = -4, .b = 63, .c = -1, .d = -1048576};
    if (f.a != -4 || f.b != 63 || f.c != -1 || f.d != -1048576) return 1;
    f.a = 3;
    if (f.a + f.b != 66) return 2;
    f.b = -64;
    if (f.b >= 0 || f.b >> 3 != -8) return 3;
    f.d = f.b * f.a;
    if (f.d != -192) return 4;
    f.c = 0;
    if (f.c || f.d != -192 || f.a != 3) return 5;
    int result = f.a--;
    if (result != 3 || f.a != 2) return 6;
    f.a = -f.a;
    printf("%d %d %d %d\n", f.a, f.b, f.c, f.d);
    return 0;
}
