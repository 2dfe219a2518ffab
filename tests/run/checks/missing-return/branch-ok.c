//@ run-native
static int positive(int x) {
    if (x > 0)
        return 1;
    return 0;
}

int main(void) {
    if (positive(-1))
        return 1;
    return 0;
}
