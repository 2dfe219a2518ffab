int main(void) {
    int a[4], b[4];
    int *p = a, *q = b;
    return p - q == 3 ? 1 : 0; //~ pointer-subtraction
}
