//@ run-native
static int average(int sum, int count) {
    return count ? sum / count : 0;
}

int main(void) {
    return average(10, 0);
}
