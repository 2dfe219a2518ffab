//@ run-native
enum op { ADD, SUB, MUL };

static int apply(enum op op, int a, int b) {
    switch (op) {
    case ADD:
        return a + b;
    case SUB:
        return a - b;
    case MUL:
        return a * b;
    }
    return 0;
}

int main(void) {
    int x = apply(MUL, 2, 3);
    switch (x) {
    case 6:
        return 0;
    default:
        return 1;
    }
}
