//@ flags: --check pointer-arithmetic
//@ run-native
// A loop that counts down with a pointer steps in front of the array at the end.
int main(void) {
    int a[4] = {1, 2, 3, 4};
    int *begin = a, sum = 0;
    for (int *p = begin + 4; p > begin; p--)
        sum += p[-1];
    return sum != 10;
}
