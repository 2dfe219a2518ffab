static void fill(char *p, int n) {
    for (int i = 0; i < n; i++)
        p[i] = 'x'; //~ out-of-bounds
}

int main(void) {
    int n = 5;
    char text[n];
    fill(text, n + 1);
    return text[4] != 'x';
}
