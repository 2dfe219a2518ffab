//@ run-native
//@ data-model: both
// _Bool bit-fields and enums in bit-fields.
#include <stdbool.h>
#include <stdio.h>

enum color { RED, GREEN, BLUE };

struct flags {
    bool a : 1;
    bool b : 1;
    enum color color : 2;
    bool c : 1;
    unsigned char level : 3;
};

int main(void) {
    struct flags f = {0};
    f.a = 2; // any non-zero value is true
    f.c = 0.5;
    if (!f.a || f.b || !f.c) return 1;
    f.b = !f.a || f.c;
    if (!f.b) return 2;
    f.color = BLUE;
    if (f.color != BLUE || !f.a || !f.c) return 3;
    f.level = 7;
    f.a = false;
    if (f.level != 7 || f.a) return 4;
    f.level++;
    if (f.level != 0 || !f.c) return 5;
    f.a |= true;
    f.b &= false;
    printf("%d%d%d %d %d\n", f.a, f.b, f.c, f.color, f.level);
    return 0;
}
