// Nothing follows the loop: the fault behind it is never reached.
//@ verdict: unknown
//@ flags: --engine bmc --timeout 2
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    volatile unsigned n = 0;
    while (1) n += __VERIFIER_nondet_uint();
    return *(int *)0;
}
