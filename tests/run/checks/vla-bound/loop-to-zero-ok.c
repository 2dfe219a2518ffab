//@ run-native
int main(void) {
    int total = 0;
    for (int n = 3; n > 0; n--) {
        char scratch[n];
        total += (int)sizeof scratch;
    }
    return total != 6;
}
