// Three rounds are not enough for four elements: nothing is proven.
//@ flags: --unwind 3
//@ verdict: unknown
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int a[8] = {1, 2, 3, 4}, n = __VERIFIER_nondet_uchar() % 8;
    unsigned hash = 7;
    for (int i = 0; i < n; i++) hash = hash * 31 + (unsigned)a[i];
    return hash == 5 ? 1 / (int)(hash - 5) : 0;
}
