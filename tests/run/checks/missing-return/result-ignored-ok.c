//@ run-native
// Falling off the end is fine as long as nobody looks at the value.
static int set(int *p, int value) {
    *p = value;
    if (value > 100)
        return 1;
}

int main(void) {
    int x;
    set(&x, 5);
    return x != 5;
}
