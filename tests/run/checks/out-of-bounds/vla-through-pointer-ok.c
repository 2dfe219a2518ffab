//@ run-native
static void fill(char *p, int n) {
    for (int i = 0; i < n; i++)
        p[i] = 'x';
}

int main(void) {
    int n = 5;
    char text[n];
    fill(text, n);
    return text[4] != 'x';
}
