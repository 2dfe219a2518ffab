extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 3 && n * 2 == 10) //~ signed-overflow
        reach_error(); //~ error-call
    return 0;
}
