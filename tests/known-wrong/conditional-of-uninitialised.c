// The condition is uninitialised, but a conditional expression between constants is no branch in the IR.
int main(void) {
    int u;
    int y = u ? 1 : 2; //~ uninitialized-read
    (void)y;
    return 0;
}
