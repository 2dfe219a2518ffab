//@ flags: --engine bmc --unwind 2 --no-check unwinding
//@ says: all paths within the unwinding bounds were explored
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0;
    while (i < n)
        i++;
    return 0;
}
