//@ flags: --property termination --slice on
int main(void) {
    unsigned x = 100;
    do
        x = x % 7; //~ termination
    while (x < 9);
    return 0;
}
