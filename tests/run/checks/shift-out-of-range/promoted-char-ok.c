//@ run-native
// The shifted operand is an int, not 64 bits wide as the result.
int main(void) {
    unsigned char byte = 0xff;
    unsigned long long word = (unsigned long long)byte << 32;
    return word != 0xff00000000;
}
