extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int a[5];
    unsigned hole = __VERIFIER_nondet_uint() % 6;
    for (unsigned i = 0; i < 5; i++)
        if (i != hole) a[i] = 1;
    int sum = 0;
    for (unsigned i = 0; i < 5; i++)
        if (a[i]) //~ uninitialized-read
            sum++;
    return sum;
}
