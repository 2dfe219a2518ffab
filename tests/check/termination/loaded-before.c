//@ flags: --slice on --property termination --engine loops
// What is compared was read before the loop, and stays what it was.
int main(void) {
    volatile unsigned i = 3;
    unsigned first = i;
    while (first < 10) { //~ termination
        i++;
    }
    return 0;
}
