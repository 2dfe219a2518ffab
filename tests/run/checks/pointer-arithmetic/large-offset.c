//@ flags: --check pointer-arithmetic
static const char *skip(const char *s, unsigned n) {
    return s + n; //~ pointer-arithmetic
}

int main(void) {
    const char *text = "abc";
    const char *rest = skip(text, 100);
    return rest == text;
}
