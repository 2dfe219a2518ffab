static double half(double x) {
    return x / 2;
}

int main(void) {
    double (*f)(int) = (double (*)(int))half;
    return f(4) != 2; //~ invalid-call
}
