//@ run-native
//@ data-model: both
// A small backtracking solver for 4 by 4 number squares.
#include <stdio.h>
#include <string.h>

static char grid[17];
static int solutions;
static char first[17];

static int fits(int at, char c) {
    int row = at / 4, column = at % 4;
    for (int i = 0; i < 4; i++) {
        if (grid[row * 4 + i] == c || grid[i * 4 + column] == c) return 0;
        if (grid[(row / 2 * 2 + i / 2) * 4 + column / 2 * 2 + i % 2] == c) return 0;
    }
    return 1;
}

static void solve(int at) {
    while (at < 16 && grid[at] != '.') at++;
    if (at == 16) {
        if (solutions++ == 0) memcpy(first, grid, 17);
        return;
    }
    for (char c = '1'; c <= '4'; c++) {
        if (!fits(at, c)) continue;
        grid[at] = c;
        solve(at + 1);
        grid[at] = '.';
    }
}

int main(void) {
    strcpy(grid, "1..." "..3." "3..." "...2");
    solve(0);
    printf("%d %s\n", solutions, first);
    strcpy(grid, "................");
    solutions = 0;
    solve(0);
    return solutions == 288 ? 0 : 1;
}
