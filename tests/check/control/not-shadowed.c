//@ flags: --no-shadowing
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    int a = x + y; //~ signed-overflow
    int b = x + y; //~ signed-overflow
    return a == b;
}
