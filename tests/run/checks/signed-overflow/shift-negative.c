int main(void) {
    int x = -3;
    int y = x << 2; //~ signed-overflow
    return y != -12;
}
