extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), x;
    if (n > 0) x = 1;
    if (n > -1 && x == 1) //~ uninitialized-read
        return 1;
    return 0;
}
