//@ run-native
int main(void) {
    int next[4];
    int at = 0;
    next[3] = 0;
    for (int i = 0; i < 3; i++)
        next[i] = i + 1;
    for (int steps = 0; steps < 5; steps++)
        at = next[at];
    return at != 1;
}
