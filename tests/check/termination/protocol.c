//@ flags: --property termination
// A state machine that comes back to its second state after four rounds, with inputs that let it go on.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int state = 1, next, seen = 0, answer = -1;
    while (1) {
        answer = __VERIFIER_nondet_int(); //~ termination
        if (answer <= 0) break;
        if (state == 1) {
            seen = 1;
            state = 2;
        } else if (state == 2) {
            next = 4;
            state = 3;
        } else if (state == 3) {
            state = next;
        } else if (state == 4) {
            state = answer == 7 ? 2 : 5;
            if (seen == 1) seen = 2;
        } else {
            break;
        }
    }
    return answer;
}
