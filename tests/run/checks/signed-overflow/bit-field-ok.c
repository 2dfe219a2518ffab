//@ run-native
// The field is promoted to int before the addition; the sum does not fit.
struct bits {
    int low : 4;
    int high : 28;
};

int main(void) {
    struct bits b = {7, 134217727};
    long long scaled = b.high * 16LL + b.low * 16;
    return scaled == 0;
}
