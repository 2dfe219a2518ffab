//@ flags: --property termination
// The call before the last one comes back.
static int work(unsigned n, int again) {
    if (!again) { //~ termination
        if (n >= 30) return 0;
        return work(n + 1, 0);
    }
    work(n, 0);
    return work(n, 1);
}
int main(void) {
    return work(0, 1);
}
