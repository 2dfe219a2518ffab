int main(void) {
    char *s = "hello";
    s[0] = 'H'; //~ write-to-const
    return s[0] != 'H';
}
