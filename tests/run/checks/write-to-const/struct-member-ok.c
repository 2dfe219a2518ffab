//@ run-native
struct options {
    int verbose;
    const char *name;
};

static const struct options defaults = {0, "default"};

int main(void) {
    struct options copy = defaults;
    struct options *o = &copy;
    o->verbose = 1;
    return o->verbose != 1;
}
