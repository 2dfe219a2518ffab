//@ flags: --property termination
//@ verdict: holds
// It goes back, but only twice.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int state = 1, next, seen = 0, answer = -1;
    while (1) {
        answer = __VERIFIER_nondet_int();
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
            state = answer == 7 && seen < 3 ? 2 : 5;
            seen++;
        } else {
            break;
        }
    }
    return answer;
}
