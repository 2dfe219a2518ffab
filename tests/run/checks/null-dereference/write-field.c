struct pair {
    long first;
    long second;
};

static void set_second(struct pair *p, long value) {
    p->second = value; //~ null-dereference
}

int main(void) {
    struct pair pair = {1, 2};
    set_second(&pair, 3);
    set_second(0, 4);
    return pair.second != 3;
}
