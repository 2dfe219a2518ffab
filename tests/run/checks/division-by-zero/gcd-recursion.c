static int gcd(int a, int b) {
    int r = a % b; //~ division-by-zero
    return gcd(b, r);
}

int main(void) {
    return gcd(12, 18) != 6;
}
