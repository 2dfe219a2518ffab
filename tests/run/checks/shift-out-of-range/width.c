//@ data-model: both
int main(void) {
    unsigned x = 1;
    int n = 32;
    return (x << n) == 0; //~ shift-out-of-range
}
