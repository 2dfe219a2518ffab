int main(void) {
    int m[2][3] = {{0, 1, 2}, {3, 4, 5}};
    int sum = 0;
    for (int k = 0; k < 6; k++)
        sum += m[0][k]; //~ array-index
    return sum != 15;
}
