//@ run-native
static int answer(void) {
    return 42;
}

int main(void) {
    int (*f)(void) = answer;
    return f() != 42;
}
