//@ run-native
int main(void) {
    double x = 1.0;
    for (int i = 0; i < 400; i++)
        x *= 10.0;
    long long n = x > 9e18 ? -1 : (long long)x;
    return n != -1;
}
