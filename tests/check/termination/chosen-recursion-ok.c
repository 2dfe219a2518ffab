//@ flags: --property termination
//@ verdict: holds
// It is chosen a hundred times at most.
extern _Bool __VERIFIER_nondet_bool(void);
static int choose(unsigned char n) {
    if (n > 100 || __VERIFIER_nondet_bool()) return n;
    return choose(n + 1);
}
int main(void) {
    return choose(0) == 3;
}
