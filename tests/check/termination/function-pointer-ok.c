//@ flags: --property termination --engine auto
//@ verdict: holds
// After three calls the pointer is another.
static int calls;
static int go_on(void) {
    calls = (calls + 1) % 4;
    return 1;
}
static int stop(void) {
    return 0;
}
int main(void) {
    int (*act)(void) = go_on;
    while (act()) {
        if (calls == 3) act = stop;
    }
    return 0;
}
