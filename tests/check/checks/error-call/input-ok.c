extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_short();
    if (n > 3 && n * 2 == 11) reach_error();
    return 0;
}
