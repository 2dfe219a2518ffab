//@ flags: --property termination --engine auto
// Half of infinity is infinity.
extern float __VERIFIER_nondet_float(void);
int main(void) {
    float x = __VERIFIER_nondet_float();
    if (!(x > 0.0f)) return 0;
    while (x > 0.001f) //~ termination
        x /= 2;
    return 0;
}
