//@ flags: --check pointer-comparison
//@ run-native
int main(void) {
    int a[2] = {1, 2};
    int *p = &a[0], *q = &a[1];
    return p < q ? 0 : 1;
}
