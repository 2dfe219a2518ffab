// A pointer to a local that has ended, in some worlds.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int outer = 4, *p = &outer;
    int x = __VERIFIER_nondet_int();
    {
        int inner = 5;
        if (x > 0) p = &inner;
        outer += *p;
    }
    return *p;
}
