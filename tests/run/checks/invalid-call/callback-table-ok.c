//@ run-native
struct command {
    const char *name;
    int (*run)(int);
};

static int twice(int x) {
    return 2 * x;
}

static int scale(int x) {
    return (int)(x * 1.5);
}

int main(void) {
    struct command commands[] = {
        {"twice", twice},
        {"scale", scale},
    };
    int x = 4;
    for (int i = 0; i < 2; i++)
        x = commands[i].run(x);
    return x != 12;
}
