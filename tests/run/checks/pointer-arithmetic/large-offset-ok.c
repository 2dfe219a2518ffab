//@ flags: --check pointer-arithmetic
//@ run-native
static const char *skip(const char *s, unsigned n) {
    while (n > 0 && *s) {
        s++;
        n--;
    }
    return s;
}

int main(void) {
    const char *text = "abc";
    const char *rest = skip(text, 100);
    return rest == text;
}
