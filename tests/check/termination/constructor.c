//@ flags: --property termination --engine auto
// What runs before main does not end.
static int n = 9;
__attribute__((constructor)) static void early(void) {
    while (n > 0) //~ termination
        n -= n > 3;
}
int main(void) {
    return n;
}
