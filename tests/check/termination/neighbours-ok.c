//@ flags: --property termination --engine auto
//@ verdict: holds
// Each counter is a byte, and the second follows the first.
struct pair {
    unsigned char first, second;
};
int main(void) {
    struct pair pair = {0, 0};
    while (pair.second < 200) {
        if (pair.first < 200) pair.first++;
        pair.second = pair.first;
    }
    return 0;
}
