int main(void) {
    int x;
    int *p = &x;
    if (*p > 0) //~ uninitialized-read
        return 1;
    return 0;
}
