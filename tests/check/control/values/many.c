//@ flags: --property reach --engine values
//@ verdict: holds
// More values than are told apart.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static unsigned n;
static int mode;
static void step(unsigned by) {
    if (mode != 7) reach_error();
    if (n < 1000000) n += by;
}
int main(void) {
    mode = 7;
    while (__VERIFIER_nondet_int()) {
        step(1);
        step(n & 1);
    }
    if (mode != 7) reach_error();
    return 0;
}
