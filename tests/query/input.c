// One thread and an input of few values.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    int a[4] = {0, 1, 2, 3};
    int sum = 0;
    for (int i = 0; i < (c & 3); i++)
        sum += a[i];
    if (c > 250)
        sum = -sum;
    return sum;
}
