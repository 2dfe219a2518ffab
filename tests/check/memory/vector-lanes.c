//@ says: assumed: sums, differences and products of vectors wrap around, as in line 8
// GCC's vectors of signed integers: what their lanes do at the limit is told, since LLVM does not keep that they are signed.
typedef int four __attribute__((vector_size(16)));

int main(void)
{
    four a = {2147483647, 0, 0, 0}, b = {1, 0, 0, 0};
    four c = a + b;
    return c[1];
}
