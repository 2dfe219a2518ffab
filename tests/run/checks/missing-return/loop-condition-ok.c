//@ run-native
static int more(int i) {
    return i < 3;
}

int main(void) {
    int i = 0;
    while (more(i))
        i++;
    return i != 3;
}
