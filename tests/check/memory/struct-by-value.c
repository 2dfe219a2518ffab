#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct big {
    int a[5];
    char c;
};
static struct big change(struct big b, int i) {
    b.a[i] = 7;
    return b;
}
int main(void) {
    struct big one = {{1, 2, 3, 4, 5}, 'x'};
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 4) return 0;
    struct big two = change(one, i);
    assert(one.a[i] == i + 1 && two.a[i] == 7 && two.c == 'x');
    one = two;
    int sum = 0;
    for (int k = 0; k < 5; k++) sum += one.a[k];
    assert(sum == 15 - (i + 1) + 7);
    return 0;
}
