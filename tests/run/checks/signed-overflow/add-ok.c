//@ run-native
//@ data-model: both
int main(void) {
    int x = 2147483647;
    long long y = x + 1LL;
    return y == 0;
}
