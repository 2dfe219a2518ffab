//@ flags: --property overflow --engine loops
//@ verdict: unknown
// The first activation of main has an argument of its own.
extern int __VERIFIER_nondet_int(void);
int main(int n) {
    if (n < 2147483647 && __VERIFIER_nondet_int()) return main(n + 1);
    if (n > 100) n = n * 40000000;
    return 0;
}
