//@ run-native
// Conversions to a narrower signed type wrap and are no overflow, nor is unsigned arithmetic.
int main(void) {
    signed char c = 127;
    c++;
    unsigned u = 0;
    u--;
    int i = (int)u;
    return c != -128 || i != -1;
}
