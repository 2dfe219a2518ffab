//@ flags: --property termination --engine auto
//@ verdict: holds
// The function counts its calls.
static int is_enough(void) {
    static int calls;
    if (calls < 9) calls++;
    return calls > 5;
}
int main(void) {
    int was_asked = 0;
    while (!is_enough())
        was_asked = 1;
    return was_asked;
}
