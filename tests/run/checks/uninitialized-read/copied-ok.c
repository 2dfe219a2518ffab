//@ run-native
// Copying the unset member is fine; the copy is still unset where it decides.
struct pair {
    int a, b;
};

int main(void) {
    struct pair first, second;
    first.a = 1;
    second = first;
    second.b = 2;
    if (second.b == 2)
        return 0;
    return second.a != 1;
}
