//@ flags: --property termination
// A counter of one byte comes round after 256 rounds, and so does all that depends on it.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
int main(void) {
    unsigned char round = 0, leader = __VERIFIER_nondet_uchar(), votes = 0;
    while (1) {
        if (round < 5 && votes < 3) votes += leader != round; //~ termination
        if (round == 5 && votes == 0) abort();
        round++;
    }
}
