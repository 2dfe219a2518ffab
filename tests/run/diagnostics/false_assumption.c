int main(void) {
    int x = 0;
    __builtin_assume(x != 0); //~ bad-stdlib-argument: what the program told the compiler to assume is not true
    return 0;
}
