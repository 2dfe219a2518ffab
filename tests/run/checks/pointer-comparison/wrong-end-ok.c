//@ flags: --check pointer-comparison
//@ run-native
static int count(const int *at, const int *end) {
    int n = 0;
    while (at < end) {
        n++;
        at++;
    }
    return n;
}

int main(void) {
    int a[3] = {0}, b[3] = {0};
    return count(a, a + 3) != 3 || b[0];
}
