static int truth(_Bool b) {
    return b ? 1 : 0;
}

int main(void) {
    int (*f)(int) = (int (*)(int))truth;
    return f(2); //~ invalid-call
}
