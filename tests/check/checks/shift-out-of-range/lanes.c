// Each lane of a vector is shifted by an amount of its own.
typedef int v4 __attribute__((vector_size(16)));
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 32)
        return 0;
    v4 a = {1, 2, 3, 4};
    v4 b = {n, 1, 2, 3};
    v4 c = a << b; //~ shift-out-of-range
    return c[0] & 0;
}
