//@ flags: --property memory --engine loops
//@ verdict: unknown
// The pointer moves on and on.
extern int __VERIFIER_nondet_int(void);
static int down(const char *text, int n) { return n <= 0 ? *text : down(text + 1, n - 1); }
int main(void) {
    char text[20] = "nineteen characters";
    int n = __VERIFIER_nondet_int();
    return n < 40 ? down(text, n) : 0;
}
