extern int __VERIFIER_nondet_int(void);
int main(void) {
    char own[] = "abc", *p = own;
    int n = __VERIFIER_nondet_int();
    if (n == 7) p = "abc";
    if (n != 7) p[0] = 'x';
    return p[0];
}
