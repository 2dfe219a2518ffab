//@ flags: --check pointer-arithmetic
int main(void) {
    int a[4] = {0};
    int *p = a;
    p += 5; //~ pointer-arithmetic
    return p == a;
}
