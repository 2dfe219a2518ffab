//@ run-native
// Both operands are promoted to int, so the product of two unsigned numbers overflows.
int main(void) {
    unsigned short a = 65535;
    unsigned product = (unsigned)a * a;
    return product != 4294836225u;
}
