// A conditional expression between constants is no branch in the IR, but it is one in C.
int main(void) {
    int u;
    int y = u ? 1 : 2; //~ uninitialized-read: from `u`
    (void)y;
    return 0;
}
