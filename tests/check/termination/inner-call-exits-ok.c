//@ flags: --property termination --engine auto
//@ verdict: holds
// It would call itself for ever with the same arguments, but the call before that exits, 3000 calls deep.
extern void exit(int);
static int work(unsigned n, int again) {
    if (!again) {
        if (n >= 3000) exit(0);
        return work(n + 1, 0);
    }
    work(n, 0);
    return work(n, 1);
}
int main(void) {
    return work(0, 1);
}
