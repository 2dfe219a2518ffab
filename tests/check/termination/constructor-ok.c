//@ flags: --property termination --engine auto
//@ verdict: holds
// What runs before main ends.
static int n = 9;
__attribute__((constructor)) static void early(void) {
    while (n > 0)
        n -= n > 0;
}
int main(void) {
    return n;
}
