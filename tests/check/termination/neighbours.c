//@ flags: --property termination --engine auto
// The first stops at 200, and the second needs 201.
struct pair {
    unsigned char first, second;
};
int main(void) {
    struct pair pair = {0, 0};
    while (pair.second < 201) { //~ termination
        if (pair.first < 200) pair.first++;
        pair.second = pair.first;
    }
    return 0;
}
