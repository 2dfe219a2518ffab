extern void __VERIFIER_assert(int condition);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assert(x > 0); //~ assertion
    return 0;
}
