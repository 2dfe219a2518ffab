// Every lane fits, also the smallest integer.
typedef float f4 __attribute__((vector_size(16)));
typedef int v4 __attribute__((vector_size(16)));
extern float __VERIFIER_nondet_float(void);
int main(void)
{
    float x = __VERIFIER_nondet_float();
    if (!(x >= -2147483648.0f && x < 2147483648.0f))
        return 0;
    f4 a = {x, 1, 2, 3};
    v4 c = __builtin_convertvector(a, v4);
    return c[0] & 0;
}
