// A bit-field that shares its word with others that nobody has written.
extern unsigned __VERIFIER_nondet_uint(void);
struct word {
    unsigned a : 5, b : 7, c : 9;
};
int main(void) {
    struct word w;
    unsigned n = __VERIFIER_nondet_uint();
    if (n & 1)
        w.a = n;
    else
        w.b = n;
    if ((n & 1) && w.a == 3) return 1;
    if (n == 6 && w.b != 6) return 1 / (int)(n - 6);
    if (n < 100 && w.a == 3) //~ uninitialized-read
        return 1;
    return 0;
}
