//@ run-native
int main(void) {
    int x = -3;
    int y = x * 4;
    return y != -12;
}
