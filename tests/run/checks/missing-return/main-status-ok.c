//@ run-native
//@ exit: 3
static int half(int x) {
    if (x % 2 == 0) return x / 2;
    return -1;
}
int main(void) {
    return half(6);
}
