//@ run-native
static int *deepest;

static void descend(int depth) {
    int here = depth;
    if (depth == 0) {
        deepest = &here;
        *deepest = 9;
        return;
    }
    descend(depth - 1);
}

int main(void) {
    descend(3);
    return 0;
}
