//@ flags: --property termination --stop-at-first
// With two left, the middle is the lower one again.
extern int __VERIFIER_nondet_int(void);
static int a[8];
static int find(int lo, int hi, int key) {
    if (hi - lo < 1) return lo; //~ termination
    int middle = (lo + hi) / 2;
    if (a[middle] < key) return find(middle + 0, hi, key);
    return find(lo, middle, key);
}
int main(void) {
    for (int i = 0; i < 8; i++)
        a[i] = 2 * i;
    return find(0, 8, __VERIFIER_nondet_int()) == 3;
}
