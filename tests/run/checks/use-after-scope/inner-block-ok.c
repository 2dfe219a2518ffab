//@ run-native
int main(void) {
    int *p;
    int x = 3;
    {
        p = &x;
    }
    return *p != 3;
}
