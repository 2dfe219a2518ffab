extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = x;
    if (x == y)
        __VERIFIER_error(); //~ error-call
    return 0;
}
