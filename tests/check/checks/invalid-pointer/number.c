extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    char *p = (char *)__VERIFIER_nondet_ulong();
    if ((unsigned long)p < 4096) return 0;
    return *p; //~ invalid-pointer
}
