//@ run-native
static int gcd(int a, int b) {
    if (b == 0)
        return a;
    int r = a % b;
    return gcd(b, r);
}

int main(void) {
    return gcd(12, 18) != 6;
}
