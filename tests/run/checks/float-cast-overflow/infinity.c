int main(void) {
    double x = 1.0;
    for (int i = 0; i < 400; i++)
        x *= 10.0;
    long long n = x; //~ float-cast-overflow
    return n != -1;
}
