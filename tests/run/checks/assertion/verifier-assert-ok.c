extern void __VERIFIER_assert(int condition);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assert(x % 2 < 2);
    return 0;
}
