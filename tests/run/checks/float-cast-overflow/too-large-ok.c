//@ run-native
int main(void) {
    double d = 1e10;
    long long i = (long long)d;
    return i == 0;
}
