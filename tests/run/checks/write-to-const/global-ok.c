//@ run-native
static int limit = 10;

int main(void) {
    int *p = (int *)&limit;
    *p = 20;
    return *p != 20;
}
