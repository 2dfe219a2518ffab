static int *last;

static int remember(int value) {
    int previous = last ? *last : 0; //~ use-after-scope
    last = &value;
    return previous;
}

int main(void) {
    remember(1);
    return remember(2) != 1;
}
