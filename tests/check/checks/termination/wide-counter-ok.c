//@ flags: --property termination
//@ verdict: holds
// The counter is wide enough for its bound.
int main(void) {
    for (int c = 0; c < 256; c++)
        ;
    return 0;
}
