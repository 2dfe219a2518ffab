//@ run-native
struct pair {
    long first;
    long second;
};

static void set_second(struct pair *p, long value) {
    if (p)
        p->second = value;
}

int main(void) {
    struct pair pair = {1, 2};
    set_second(&pair, 3);
    set_second(0, 4);
    return pair.second != 3;
}
