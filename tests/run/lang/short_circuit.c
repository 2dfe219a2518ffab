//@ run-native
//@ data-model: both
// &&, ||, ?: and the comma: what is evaluated, how often, in which order.
#include <stdio.h>

static int log_;
static int note(int digit, int result) { log_ = log_ * 10 + digit; return result; }
static int took(void) { int l = log_; log_ = 0; return l; }

int main(void) {
    if (note(1, 0) && note(2, 1)) return 1;
    if (took() != 1) return 2;
    if (!(note(1, 1) || note(2, 1)) || took() != 1) return 3;
    int x = (note(1, 1) && note(2, 0)) || note(3, 5);
    if (x != 1 || took() != 123) return 4;
    x = note(1, 0) ? note(2, 2) : note(3, 3);
    if (x != 3 || took() != 13) return 5;
    x = (note(1, 9), note(2, 8), note(3, 7));
    if (x != 7 || took() != 123) return 6;
    int *p = 0;
    if (p && *p) return 7; // never dereferenced
    int a = 1, b = 0;
    b += (a && !b) || a++;
    if (a != 1 || b != 1) return 8;
    int grade = 77;
    char letter = grade > 90 ? 'A' : grade > 80 ? 'B' : grade > 70 ? 'C' : 'D';
    if (letter != 'C') return 9;
    if (!!5 + !0 + !!0 != 2) return 10;
    double mixed = a ? 1 : 2.5; // the type is double on both sides
    if (mixed / 2 != 0.5) return 11;
    void *q = a ? (void *)&a : 0;
    printf("%d %c %g %d\n", b, letter, mixed, q != 0);
    return 0;
}
