static int sign(int x) {
    if (x > 0)
        return 1;
    if (x < 0)
        return -1;
    __builtin_unreachable(); //~ unreachable-code
}

int main(void) {
    return sign(0);
}
