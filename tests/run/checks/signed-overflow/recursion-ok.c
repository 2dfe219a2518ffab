//@ run-native
static int power(int base, int n) {
    if (n > 19)
        return -1;
    return n == 0 ? 1 : base * power(base, n - 1);
}

int main(void) {
    return power(3, 20) != -1;
}
