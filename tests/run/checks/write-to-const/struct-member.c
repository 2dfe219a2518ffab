struct options {
    int verbose;
    const char *name;
};

static const struct options defaults = {0, "default"};

int main(void) {
    struct options *o = (struct options *)&defaults;
    o->verbose = 1; //~ write-to-const
    return o->verbose != 1;
}
