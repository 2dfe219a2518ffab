//@ run-native
static const int weights[3] = {1, 2, 3};

static void scale(int *values, int n, int factor) {
    for (int i = 0; i < n; i++)
        values[i] *= factor;
}

int main(void) {
    int scaled[3];
    for (int i = 0; i < 3; i++)
        scaled[i] = weights[i];
    scale(scaled, 3, 2);
    return scaled[2] != 6;
}
