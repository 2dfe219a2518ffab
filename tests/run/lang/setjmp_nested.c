//@ run-native
//@ data-model: both
// Nested jump buffers: a small exception mechanism with rethrow.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf *handler;
static int caught;

static void throw(int code) { longjmp(*handler, code); }

static void protect(void (*body)(int), int argument) {
    jmp_buf here, *outer = handler;
    handler = &here;
    int code = setjmp(here);
    if (code == 0) body(argument);
    handler = outer;
    if (code == 0) return;
    caught = caught * 10 + code;
    if (code > 2) throw(code - 1); // one level further out
}

static void inner(int n) { if (n) throw(n); }
static void middle(int n) { protect(inner, n); }
static void outer(int n) { protect(middle, n); }

int main(void) {
    protect(outer, 0);
    if (caught != 0) return 1;
    protect(outer, 2);
    if (caught != 2) return 2;
    caught = 0;
    protect(outer, 4);
    if (caught != 432) return 3;
    if (handler) return 4;
    jmp_buf loop;
    volatile int i = 0, sum = 0;
    setjmp(loop); // a loop made of jumps
    sum += i;
    if (++i <= 10) longjmp(loop, 1);
    printf("%d %d\n", caught, sum);
    return 0;
}
