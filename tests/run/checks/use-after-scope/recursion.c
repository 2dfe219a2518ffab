static int *deepest;

static void descend(int depth) {
    int here = depth;
    if (depth == 0) {
        deepest = &here;
        return;
    }
    descend(depth - 1);
    *deepest = 9; //~ use-after-scope
}

int main(void) {
    descend(3);
    return 0;
}
