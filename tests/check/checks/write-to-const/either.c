extern int __VERIFIER_nondet_int(void);
int main(void) {
    char own[] = "abc", *p = own;
    if (__VERIFIER_nondet_int() == 7) p = "abc";
    p[0] = 'x'; //~ write-to-const
    return 0;
}
