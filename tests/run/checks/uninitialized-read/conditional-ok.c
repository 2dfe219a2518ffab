//@ run-native
// What is chosen may be uninitialised, as long as nobody uses it.
int main(void) {
    int c = 1, u;
    int y = c ? 3 : u;
    int z = c ? u : 3;
    (void)z;
    return y - 3;
}
