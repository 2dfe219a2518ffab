//@ run-native
// The wrong member of the union is called.
union callback {
    int (*with_int)(int);
    int (*with_pair)(long, long);
};

static int negate(int x) {
    return -x;
}

int main(void) {
    union callback c = {.with_int = negate};
    return c.with_int(1) != -1;
}
