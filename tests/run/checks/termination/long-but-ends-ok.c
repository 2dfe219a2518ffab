//@ flags: --check termination
// A long period, and the state with which it begins again is not the one it started with.
int main(void) {
    unsigned x = 1, n = 0;
    do {
        x = x * 1103515245u + 12345u;
        n++;
    } while (n < 100000);
    return x == 0;
}
