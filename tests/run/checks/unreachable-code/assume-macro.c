#define ASSUME(x) ((x) ? (void)0 : __builtin_unreachable())

static int half(int n) {
    ASSUME(n % 2 == 0); //~ unreachable-code
    return n / 2;
}

int main(void) {
    return half(7) != 3;
}
