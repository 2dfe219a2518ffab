//@ flags: --property termination
//@ verdict: holds
// Each time it comes round there is one vote less.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
int main(void) {
    unsigned char round = 0, votes = __VERIFIER_nondet_uchar();
    while (1) {
        if (round == 5 && votes-- == 0) abort();
        round++;
    }
}
