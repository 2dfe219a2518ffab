extern double __VERIFIER_nondet_double(void);
int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x != x || x > 1e6) return 0;
    return (int)x == 5; //~ float-cast-overflow
}
