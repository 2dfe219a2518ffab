static int step(int forward) {
    if (forward)
        return 2;
}

int main(void) {
    int s = step(0);
    return 10 / s == 7; //~ missing-return
}
