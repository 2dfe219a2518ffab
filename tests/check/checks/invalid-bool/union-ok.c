extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);

union both {
    unsigned char byte;
    _Bool truth;
};

int main(void) {
    union both both;
    both.byte = __VERIFIER_nondet_uchar();
    if (both.byte > 1)
        return 0;
    _Bool given = __VERIFIER_nondet_bool();
    return both.truth || given ? 1 : 0;
}
