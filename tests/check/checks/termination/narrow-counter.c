//@ flags: --property termination
// The counter wraps before it gets to its bound, and then is what it was.
int main(void) {
    for (unsigned char c = 0; c < 256; c++) //~ termination
        ;
    return 0;
}
