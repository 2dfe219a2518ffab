// What stands in front of the question is evaluated, also where it decides nothing.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = 0, a[2] = {0, 1};
    int n = __VERIFIER_nondet_int();
    if (a[n & 3]) { //~ array-index
    }
    int found = __builtin_constant_p(n ? *p : 2);
    n = n > 2 ? a[2] : 0; //~ array-index
    return found + __builtin_constant_p(n && *p) + n;
}
