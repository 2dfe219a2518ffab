//@ flags: --property reach --engine loops
//@ verdict: unknown
// What runs before main calls itself.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
__attribute__((constructor)) static void begin(int n) {
    if (n == 50) reach_error();
    if (n < 100 && __VERIFIER_nondet_int()) begin(n < 0 ? 0 : n + 1);
}
int main(void) { return 0; }
