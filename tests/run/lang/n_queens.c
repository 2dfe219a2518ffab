//@ run-native
//@ data-model: both
// The queens puzzle by backtracking on arrays and on bit masks.
#include <stdio.h>

static int column[10];

static int place(int n, int row) {
    if (row == n) return 1;
    int found = 0;
    for (int c = 0; c < n; c++) {
        int ok = 1;
        for (int r = 0; r < row && ok; r++) ok = column[r] != c && column[r] - c != row - r && c - column[r] != row - r;
        if (!ok) continue;
        column[row] = c;
        found += place(n, row + 1);
    }
    return found;
}

static int masks(unsigned all, unsigned columns, unsigned left, unsigned right) {
    if (columns == all) return 1;
    int found = 0;
    for (unsigned open = all & ~(columns | left | right); open; open &= open - 1) {
        unsigned bit = open & -open;
        found += masks(all, columns | bit, (left | bit) << 1 & all, (right | bit) >> 1);
    }
    return found;
}

int main(void) {
    static const int expected[] = {1, 1, 0, 0, 2, 10, 4};
    for (int n = 1; n <= 6; n++) {
        if (place(n, 0) != expected[n]) return n;
        if (masks((1u << n) - 1, 0, 0, 0) != expected[n]) return 10 + n;
    }
    printf("%d\n", masks(0x7f, 0, 0, 0));
    return 0;
}
