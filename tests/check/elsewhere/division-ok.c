//@ flags: --property overflow
//@ verdict: holds
//@ says: holds, if `half` has no division-by-zero at line 8
// Who divides by zero gets no further.
extern int __VERIFIER_nondet_int(void);
static int half(int n, int d)
{
    return n / d;
}
int main(void) {
    int d = __VERIFIER_nondet_int();
    return half(10, d == -1 ? 1 : d);
}
