//@ flags: --property termination --engine auto
// The first call may end at any time, the second one goes round a few times and then for ever.
extern _Bool __VERIFIER_nondet_bool(void);
static int limit;
static unsigned go(unsigned from) {
    unsigned i = from;
    do {
        if (i < 100 && __VERIFIER_nondet_bool()) break; //~ termination
        i += i == 105 ? 0 : 1;
    } while (i < 110 && (i != 20 || limit));
    return i;
}
int main(void) {
    for (unsigned k = 0; k < 2; k++)
        go(k * 100);
    return 0;
}
