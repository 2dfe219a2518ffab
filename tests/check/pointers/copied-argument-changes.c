// A structure that is passed by value is copied anew at each call, with what was stored in it behind the call before.
//@ flags: --slice on --property reach
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct wide {
    int *p;
    long a, b, c;
};
int x, y;
void use(struct wide wide) {
    if (*wide.p != 0)
        reach_error(); //~ error-call
}
int main(void) {
    struct wide wide;
    wide.p = &x;
    wide.a = wide.b = wide.c = 0;
    y = 7;
    while (__VERIFIER_nondet_int()) {
        use(wide);
        while (__VERIFIER_nondet_int())
            wide.p = &y;
    }
    return 0;
}
