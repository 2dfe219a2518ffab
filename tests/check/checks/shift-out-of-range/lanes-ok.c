// Every lane of a vector is shifted by less than its width.
typedef int v4 __attribute__((vector_size(16)));
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 31)
        return 0;
    v4 a = {1, 2, 3, 4};
    v4 b = {n, 1, 2, 3};
    v4 c = a << b;
    return c[0] & 0;
}
