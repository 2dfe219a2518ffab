//@ run-native
// Writing one field reads and rewrites the unset bits around it.
struct flags {
    unsigned a : 3;
    unsigned b : 4;
    signed c : 5;
};

int main(void) {
    struct flags f;
    f.b = 9;
    f.c = -7;
    if (f.b != 9)
        return 1;
    return f.c != -7;
}
