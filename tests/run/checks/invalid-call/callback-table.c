struct command {
    const char *name;
    int (*run)(int);
};

static int twice(int x) {
    return 2 * x;
}

static int scale(int x, double by) {
    return (int)(x * by);
}

int main(void) {
    struct command commands[] = {
        {"twice", twice},
        {"scale", (int (*)(int))scale},
    };
    int x = 4;
    for (int i = 0; i < 2; i++)
        x = commands[i].run(x); //~ invalid-call
    return x != 12;
}
