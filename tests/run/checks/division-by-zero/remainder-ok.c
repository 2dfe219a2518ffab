//@ run-native
int main(void) {
    unsigned buckets = 0, hash = 12345;
    if (buckets == 0)
        buckets = 16;
    return hash % buckets != 9;
}
