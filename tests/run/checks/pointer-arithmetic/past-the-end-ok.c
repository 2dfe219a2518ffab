//@ flags: --check pointer-arithmetic
//@ run-native
int main(void) {
    int a[4] = {0};
    int *p = a;
    p += 4;
    return p == a;
}
