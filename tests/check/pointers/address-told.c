//@ flags: --property reach
// A pointer from outside does no harm, and a number that is made of an address still finds its object.
extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);
int known;
int main(void) {
    void *other = __VERIFIER_nondet_pointer();
    unsigned long key = (unsigned long)&known ^ 0x55;
    *(int *)(key ^ 0x55) = 7;
    if (known == 7 && other)
        reach_error(); //~ error-call
    return 0;
}
