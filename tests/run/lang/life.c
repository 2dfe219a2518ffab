//@ run-native
//@ data-model: both
// Conway's game of life: a glider moves one cell diagonally every four steps.
#include <stdio.h>
#include <string.h>

#define SIZE 8
typedef char board[SIZE][SIZE];

static void step(board b) {
    board next;
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++) {
            int n = -b[y][x];
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) n += b[(y + dy + SIZE) % SIZE][(x + dx + SIZE) % SIZE];
            next[y][x] = n == 3 || (n == 2 && b[y][x]);
        }
    memcpy(b, next, sizeof next);
}

int main(void) {
    board b = {{0, 1}, {0, 0, 1}, {1, 1, 1}}, start;
    memcpy(start, b, sizeof b);
    for (int i = 0; i < 4; i++) step(b);
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++)
            if (b[(y + 1) % SIZE][(x + 1) % SIZE] != start[y][x]) return 1;
    for (int i = 0; i < 28; i++) step(b);
    if (memcmp(b, start, sizeof b) != 0) return 2; // once around the torus
    for (int y = 0; y < 3; y++) {
        for (int x = 0; x < SIZE; x++) putchar(b[y][x] ? '#' : '.');
        putchar('\n');
    }
    return 0;
}
