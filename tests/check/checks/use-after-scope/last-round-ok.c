// Each round has its own variable, and its own pointer to it.
int main(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        int a[10];
        int *p = a;
        p[0] = i;
        sum += p[0];
    }
    return sum - 1;
}
