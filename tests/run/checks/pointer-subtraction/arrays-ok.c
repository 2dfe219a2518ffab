//@ run-native
int main(void) {
    int a[4];
    int *p = a, *q = a + 4;
    return q - p == 4 ? 0 : 1;
}
