//@ run-native
int main(void) {
    int x = 0;
    int *p = &x;
    if (*p > 0)
        return 1;
    return 0;
}
