//@ flags: --property termination
// It may be chosen again and again.
extern _Bool __VERIFIER_nondet_bool(void);
static int choose(unsigned char n) {
    if (n > 100 || __VERIFIER_nondet_bool()) return n; //~ termination
    return choose(n + 0);
}
int main(void) {
    return choose(0) == 3;
}
