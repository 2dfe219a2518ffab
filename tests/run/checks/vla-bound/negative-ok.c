//@ run-native
static int average(int n) {
    if (n <= 0)
        return 0;
    int values[n];
    int sum = 0;
    for (int i = 0; i < n; i++)
        values[i] = i;
    for (int i = 0; i < n; i++)
        sum += values[i];
    return sum / n;
}

int main(void) {
    return average(3) - 1 + average(-1);
}
