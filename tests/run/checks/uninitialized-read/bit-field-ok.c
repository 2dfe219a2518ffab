//@ run-native
// Both fields share a byte, yet each bit has its own mark.
struct flags {
    unsigned ready : 1;
    unsigned failed : 1;
};

int main(void) {
    struct flags f;
    f.ready = 1;
    f.failed = 0;
    if (f.failed)
        return 1;
    return f.ready != 1;
}
