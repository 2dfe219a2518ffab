//@ flags: --property termination --engine auto
// Only elements 1 and 3 are counted up.
int main(void) {
    unsigned counts[4] = {0, 0, 0, 0}, i = 1;
    while (1) {
        counts[i]++; //~ termination
        i = (i + 2) % 4;
        if (counts[2] > 5) break;
    }
    return 0;
}
