//@ flags: --property termination --engine auto
//@ verdict: holds
// All four elements are counted up.
int main(void) {
    unsigned counts[4] = {0, 0, 0, 0}, i = 1;
    while (1) {
        counts[i]++;
        i = (i + 1) % 4;
        if (counts[2] > 5) break;
    }
    return 0;
}
