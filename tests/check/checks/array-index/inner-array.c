// Still inside the outer object: the index alone is wrong.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int grid[3][4] = {0};
    unsigned i = __VERIFIER_nondet_uint() % 5;
    return grid[1][i]; //~ array-index
}
