// One of two elements that nobody has written: the sum may overflow, and deciding by it is a fault as well.
extern signed char __VERIFIER_nondet_char(void);
int main(void) {
    int a[2], b = __VERIFIER_nondet_char() & 1;
    int x = a[b] + 5; //~ signed-overflow
    if (x) return 1;  //~ uninitialized-read
    return 0;
}
