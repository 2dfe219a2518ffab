//@ flags: --property reach --engine loops
//@ verdict: unknown
// The program is not the same when main is called again at its end.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int is_over;
int main(void) {
    if (is_over) reach_error();
    if (__VERIFIER_nondet_int()) main();
    return 0;
}
__attribute__((destructor)) static void end(void) {
    is_over = 1;
    main();
}
