static int positive(int x) {
    if (x > 0)
        return 1;
}

int main(void) {
    if (positive(-1)) //~ missing-return
        return 1;
    return 0;
}
