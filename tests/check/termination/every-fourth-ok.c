//@ flags: --property termination --engine auto
//@ verdict: holds
// In four steps the turn comes once.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int left = __VERIFIER_nondet_int(), turn = 1;
    if (left > 10000) return 0;
    while (left > 0) {
        turn = (turn + 1) % 4;
        if (turn == 0) left--;
    }
    return 0;
}
