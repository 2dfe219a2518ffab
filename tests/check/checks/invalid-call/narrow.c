// The callee relies on its argument being sign-extended, which only a caller that knows its type does.
static int twice(short x) {
    return 2 * x;
}

int main(void) {
    int (*f)(int) = (int (*)(int))twice;
    return f(70000); //~ invalid-call
}
