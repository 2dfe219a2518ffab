//@ run-native
#define ASSUME(x) ((x) ? (void)0 : __builtin_unreachable())

static int half(int n) {
    ASSUME(n % 2 == 0 || n > 0);
    return n / 2;
}

int main(void) {
    return half(7) != 3;
}
