//@ flags: --property reach
// The first loop makes the search a long one, so that executions which go round the second loop are put aside and taken up again:
// they come back to where they waited, which is not where they have been.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int sum = 0;
    for (int i = 0; i < 12000; i++)
        sum ^= i;
    int rounds = 0;
    while (__VERIFIER_nondet_int()) {
        rounds++;
        if (rounds == 6) reach_error(); //~ error-call
    }
    return sum;
}
