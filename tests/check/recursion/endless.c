// It never comes back: no proof of anything behind it.
//@ verdict: unknown
//@ flags: --timeout 2
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned f(unsigned n) { return f(n * n + __VERIFIER_nondet_uint()) + 1; }
int main(void) { return (int)f(3); }
