// A ring of characters with any sequence of operations.
#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
#define SIZE 16
static char ring[SIZE];
static unsigned head, count;
static bool put(char c) {
    if (count == SIZE) return false;
    ring[(head + count++) % SIZE] = c;
    return true;
}
static bool get(char *c) {
    if (count == 0) return false;
    *c = ring[head];
    head = (head + 1) % SIZE;
    count--;
    return true;
}
int main(void) {
    char c = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) put(__VERIFIER_nondet_char());
        else get(&c);
    }
    return c == 'x';
}
