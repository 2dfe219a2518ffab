//@ flags: --property reach --engine loops
//@ verdict: holds
// What three counters have to do with each other, for more rounds than anybody can count.
extern void reach_error(void);
int main(void) {
    unsigned i = 0, j = 0, k = 0;
    while (k < 0x0fffffff) {
        i = i + 1;
        j = j + 5;
        k = k + 6;
        if (k != i + j)
            reach_error();
    }
    return 0;
}
