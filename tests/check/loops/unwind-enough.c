//@ flags: --unwind 8
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int a[8] = {1, 2, 3, 4}, sum = 0, n = __VERIFIER_nondet_uchar() % 8;
    for (int i = 0; i < n; i++) sum += a[i];
    return sum;
}
