//@ flags: --property reach --engine auto --stop-at-first
//@ verdict: violated
// No activation returns: whatever is said of results is true, and what comes before the call still happens.
extern void reach_error(void);
static int f(int n) {
    if (n == 6) reach_error(); //~ error-call
    return f(n + 1) + 1;
}
int main(void) { return f(0); }
