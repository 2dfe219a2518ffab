//@ says: volatile variables hold what the program wrote to them last
// A volatile `_Bool` is one like any other.
extern unsigned char __VERIFIER_nondet_uchar(void);

static volatile _Bool flag;

int main(void) {
    *(volatile unsigned char *)&flag = __VERIFIER_nondet_uchar();
    return flag ? 1 : 0; //~ invalid-bool
}
