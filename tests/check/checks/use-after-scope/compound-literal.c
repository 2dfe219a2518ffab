// A compound literal ends with its block.
int main(void) {
    int *p;
    {
        p = (int[]){1, 2, 3};
    }
    return p[1] - 2; //~ use-after-scope
}
