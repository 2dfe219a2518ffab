//@ flags: --property reach
//@ verdict: unknown
// What comes from outside may be any number, but it is not a way to find variables: nobody was told where they are.
extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);
int secret;
int main(void) {
    unsigned long address = (unsigned long)&secret;
    unsigned long guess = (unsigned long)__VERIFIER_nondet_pointer();
    if (address == 0)
        return 1;
    *(int *)(guess + 368) = 7;
    if (secret == 7)
        reach_error();
    return 0;
}
