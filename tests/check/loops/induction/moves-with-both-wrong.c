//@ flags: --property reach --engine loops
//@ verdict: unknown
// It looks the same for a long time.
extern void reach_error(void);
int main(void) {
    unsigned i = 0, j = 0, k = 0;
    while (k < 0x0fffffff) {
        i = i + 1;
        j = j + 5;
        k = k + 6;
        if (k == 6000000)
            j++;
        if (k != i + j)
            reach_error();
    }
    return 0;
}
