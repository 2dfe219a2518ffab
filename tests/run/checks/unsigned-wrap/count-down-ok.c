//@ flags: --check unsigned-wrap
//@ run-native
int main(void) {
    int a[3] = {1, 2, 3}, sum = 0;
    for (unsigned i = 3; i > 0; i--)
        sum += a[i - 1];
    return sum != 6;
}
