// The element behind `a` is still inside `s`, but it is not an element of `a`.
struct s {
    int a[4];
    int b;
};

int main(void) {
    struct s s = {{1, 2, 3, 4}, 5};
    int i = 4;
    return s.a[i] != 5; //~ array-index
}
