// The second sum overflows only where the first has.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    int a = x + y; //~ signed-overflow
    int b = x + y;
    return a == b;
}
