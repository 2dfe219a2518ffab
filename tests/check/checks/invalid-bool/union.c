extern unsigned char __VERIFIER_nondet_uchar(void);

union both {
    unsigned char byte;
    _Bool truth;
};

int main(void) {
    union both both;
    both.byte = __VERIFIER_nondet_uchar();
    if (both.byte > 2)
        return 0;
    return both.truth ? 1 : 0; //~ invalid-bool
}
