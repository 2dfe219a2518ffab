//@ run-native
int main(void) {
    int *last = 0;
    int squares[5];
    for (int i = 0; i < 5; i++) {
        squares[i] = i * i;
        last = &squares[i];
    }
    return *last != 16;
}
