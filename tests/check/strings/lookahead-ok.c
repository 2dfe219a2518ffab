//@ flags: --engine loops
// The terminator stays at `s` or behind it: two steps are made only where the next character is not the terminator.
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    const char *s = argv[1];
    unsigned n = 0;
    while (*s) {
        if (*s == '\\' && s[1]) s++;
        s++;
        n++;
    }
    return n > 9;
}
