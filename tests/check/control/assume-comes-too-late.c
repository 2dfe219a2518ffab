// What happens before an assumption has happened.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = 10 / a; //~ division-by-zero
    __VERIFIER_assume(a != 0);
    return b > 3;
}
