static int half(int x) {
    if (x % 2 == 0) return x / 2;
}
int main(void) {
    return half(3); //~ missing-return
}
