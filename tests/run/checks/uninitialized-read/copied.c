// Copying the unset member is fine; the copy is still unset where it decides.
struct pair {
    int a, b;
};

int main(void) {
    struct pair first, second;
    first.a = 1;
    second = first;
    if (second.b == 2) //~ uninitialized-read
        return 0;
    return second.a != 1;
}
