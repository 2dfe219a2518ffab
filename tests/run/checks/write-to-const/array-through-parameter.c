static const int weights[3] = {1, 2, 3};

static void scale(int *values, int n, int factor) {
    for (int i = 0; i < n; i++)
        values[i] *= factor; //~ write-to-const
}

int main(void) {
    scale((int *)weights, 3, 2);
    return 0;
}
