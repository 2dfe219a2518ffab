//@ flags: --property termination --slice on
// The first thing that the loop does is a call that cannot go wrong.
static int one(void) { return 1; }
int main(void) {
    while (one()) //~ termination
        ;
    return 0;
}
