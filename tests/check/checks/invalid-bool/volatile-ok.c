extern unsigned char __VERIFIER_nondet_uchar(void);

static volatile _Bool flag;

int main(void) {
    *(volatile unsigned char *)&flag = __VERIFIER_nondet_uchar() & 1;
    return flag ? 1 : 0;
}
