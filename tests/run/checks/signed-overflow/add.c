//@ data-model: both
int main(void) {
    int x = 2147483647;
    int y = x + 1; //~ signed-overflow
    return y == 0;
}
