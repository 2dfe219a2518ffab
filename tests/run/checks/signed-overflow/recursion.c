static int power(int base, int n) {
    return n == 0 ? 1 : base * power(base, n - 1); //~ signed-overflow
}

int main(void) {
    return power(3, 20) != -1;
}
