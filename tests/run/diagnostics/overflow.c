// Numbers are shown as the program would write them.
static int factorial(int n) {
    return n < 2 ? 1 : n * factorial(n - 1); //~ signed-overflow: `13 * 479001600`
}

int main(void) {
    return factorial(20) == 0;
}
