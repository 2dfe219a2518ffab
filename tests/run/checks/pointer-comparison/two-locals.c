//@ flags: --check pointer-comparison
int main(void) {
    int a = 1, b = 2;
    int *p = &a, *q = &b;
    return p < q ? 0 : 0; //~ pointer-comparison
}
