// The shifted operand is an int, not 64 bits wide as the result.
int main(void) {
    unsigned char byte = 0xff;
    unsigned long long word = byte << 32; //~ shift-out-of-range
    return word != 0xff00000000;
}
