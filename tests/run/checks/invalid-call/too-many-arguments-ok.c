//@ run-native
static int one(void) {
    return 1;
}

typedef int (*handler)(int, const char *);

int main(void) {
    int (*h)(void) = one;
    return h() != 1;
}
