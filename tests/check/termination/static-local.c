//@ flags: --property termination --engine auto
// The function does not count its calls.
static int is_enough(void) {
    static int calls;
    if (calls < 5) calls++;
    return calls > 5;
}
int main(void) {
    int was_asked = 0;
    while (!is_enough()) //~ termination
        was_asked = 1;
    return was_asked;
}
