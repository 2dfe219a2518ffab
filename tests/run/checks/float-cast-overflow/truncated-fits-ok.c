//@ run-native
// The fraction is cut off first: -0.9 becomes 0 and 255.9 becomes 255.
int main(void) {
    double low = -0.9, high = 255.9;
    unsigned char a = (unsigned char)low, b = (unsigned char)high;
    return a != 0 || b != 255;
}
