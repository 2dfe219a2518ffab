//@ flags: --engine symex --property valid-deref --unwind 3
// A hundred thousand rounds before anything goes wrong: found by trying large numbers, not by counting.
int __VERIFIER_nondet_int(void);

int main(void) {
    static int array[100000];
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        array[i] = i; //~ out-of-bounds
    return 0;
}
