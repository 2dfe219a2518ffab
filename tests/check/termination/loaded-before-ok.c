//@ flags: --slice on --property termination --engine auto
int main(void) {
    volatile unsigned i = 3;
    while (i < 10) {
        i++;
    }
    return 0;
}
