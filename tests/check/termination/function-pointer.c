//@ flags: --property termination --engine auto
// The pointer is never another.
static int calls;
static int go_on(void) {
    calls = (calls + 1) % 3;
    return 1;
}
static int stop(void) {
    return 0;
}
int main(void) {
    int (*act)(void) = go_on;
    while (act()) { //~ termination
        if (calls == 3) act = stop;
    }
    return 0;
}
