//@ flags: --property termination --engine auto
//@ verdict: holds
// A finite number gets small.
extern float __VERIFIER_nondet_float(void);
int main(void) {
    float x = __VERIFIER_nondet_float();
    if (!(x > 0.0f) || x > 1000.0f) return 0;
    while (x > 0.001f)
        x /= 2;
    return 0;
}
