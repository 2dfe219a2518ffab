//@ flags: --property termination --timeout 2
//@ verdict: unknown
// The counter wraps before it gets to its bound. No execution of bounded length can show that this never ends.
int main(void) {
    for (unsigned char c = 0; c < 256; c++)
        ;
    return 0;
}
