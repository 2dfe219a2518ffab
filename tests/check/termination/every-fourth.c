//@ flags: --property termination
// The turn is odd for ever.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int left = __VERIFIER_nondet_int(), turn = 1;
    if (left > 10000) return 0;
    while (left > 0) { //~ termination
        turn = (turn + 2) % 4;
        if (turn == 0) left--;
    }
    return 0;
}
