//@ run-native
static double half(double x) {
    return x / 2;
}

int main(void) {
    double (*f)(double) = half;
    return f(4) != 2;
}
