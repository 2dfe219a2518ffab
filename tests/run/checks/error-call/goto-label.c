extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int lock = 0, n = __VERIFIER_nondet_int();
    for (int i = 0; i < 3; i++) {
        if (lock != 0)
            goto error;
        lock = 1;
        if (n != 0)
            lock = 0;
    }
    return 0;
error:
    __VERIFIER_error(); //~ error-call
    return 1;
}
