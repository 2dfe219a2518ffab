// Falling off the end is fine as long as nobody looks at the value.
static int set(int *p, int value) {
    *p = value;
}

int main(void) {
    int x;
    if (set(&x, 5)) //~ missing-return
        x = 0;
    return x != 5;
}
