//@ flags: --check pointer-arithmetic
// A loop that counts down with a pointer steps in front of the array at the end.
int main(void) {
    int a[4] = {1, 2, 3, 4};
    int *begin = a, sum = 0;
    for (int *p = begin + 3; p >= begin; p--) //~ pointer-arithmetic
        sum += *p;
    return sum != 10;
}
