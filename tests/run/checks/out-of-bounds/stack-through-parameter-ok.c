//@ run-native
static int sum(const int *values, int n) {
    int total = 0;
    for (int i = 0; i < n; i++)
        total += values[i];
    return total;
}

int main(void) {
    int a[3] = {1, 2, 3};
    return sum(a, (int)(sizeof a / sizeof a[0])) != 6;
}
