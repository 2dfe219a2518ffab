static int answer(void) {
    return 42;
}

int main(void) {
    double (*f)(void) = (double (*)(void))answer;
    return f() == 42.0; //~ invalid-call
}
