// Operands of __builtin_constant_p with branches are not evaluated either.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = 0, *q = 0;
    int n = __VERIFIER_nondet_int();
    int a[2] = {0, 1};
    int found = __builtin_constant_p(n ? *p : *q);
    found += __builtin_constant_p(n && *p);
    found += __builtin_constant_p(*p || (n > 2 ? a[n] : *q + n));
    found += __builtin_constant_p(*p ? 1 : 2);
    return found;
}
