//@ run-native
static int *last;

static int remember(int value) {
    static int copy;
    int previous = last ? *last : 0;
    copy = value;
    last = &copy;
    return previous;
}

int main(void) {
    remember(1);
    return remember(2) != 1;
}
