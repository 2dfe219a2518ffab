// A variable that has gone out of scope.
static int *smallest(int *v, int n) {
    int best = v[0];
    for (int i = 1; i < n; i++)
        if (v[i] < best)
            best = v[i];
    return &best;
}

int main(void) {
    int v[] = {3, 1, 2};
    return *smallest(v, 3); //~ use-after-scope: `best`
}
