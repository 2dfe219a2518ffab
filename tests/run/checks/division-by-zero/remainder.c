int main(void) {
    unsigned buckets = 0, hash = 12345;
    return hash % buckets; //~ division-by-zero
}
