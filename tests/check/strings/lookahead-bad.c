//@ flags: --engine auto --stop-at-first
// A backslash at the end leads behind the terminator.
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    const char *s = argv[1];
    unsigned n = 0;
    while (*s) { //~ out-of-bounds
        if (*s == '\\') s++;
        s++;
        n++;
    }
    return n > 9;
}
