//@ run-native
//@ data-model: both
int main(void) {
    unsigned x = 1;
    int n = 32;
    return n < 32 && (x << n) == 0;
}
