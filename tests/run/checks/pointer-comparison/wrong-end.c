//@ flags: --check pointer-comparison
static int count(const int *at, const int *end) {
    int n = 0;
    while (at < end) { //~ pointer-comparison
        n++;
        at++;
    }
    return n;
}

int main(void) {
    int a[3] = {0}, b[3] = {0};
    return count(a, b + 3) > 1000 || b[0];
}
