//@ flags: --property termination --slice on
static int left = 5;
static int one(void) { return left-- > 0; }
int main(void) {
    while (one())
        ;
    return 0;
}
