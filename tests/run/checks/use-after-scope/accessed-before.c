// An access through the same pointer has gone well before, while the variable was in its scope.
int main(void) {
    int *p, sum = 0;
    {
        int inner[2] = {1, 2};
        p = inner;
        sum += p[0];
        sum += p[1];
    }
    sum += p[0]; //~ use-after-scope
    return sum;
}
