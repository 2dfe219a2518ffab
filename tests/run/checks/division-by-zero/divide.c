static int average(int sum, int count) {
    return sum / count; //~ division-by-zero
}

int main(void) {
    return average(10, 0);
}
