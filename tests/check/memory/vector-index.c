//@ flags: --property valid-deref
typedef int vector __attribute__((vector_size(16)));
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    vector v = {5, 1, 2, 3};
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 4)
        return 0;
    return v[i]; //~ out-of-bounds
}
