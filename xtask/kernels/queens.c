// Eight queens and more: deep recursion, many short calls.
#include <stdio.h>

#define N 8

static int place(int row, unsigned columns, unsigned down, unsigned up) {
    if (row == N)
        return 1;
    int count = 0;
    for (int column = 0; column < N; column++) {
        unsigned c = 1u << column, d = 1u << (row + column), u = 1u << (row - column + N);
        if (columns & c || down & d || up & u)
            continue;
        count += place(row + 1, columns | c, down | d, up | u);
    }
    return count;
}

int main(void) {
    int total = 0;
    for (int i = 0; i < 20; i++)
        total += place(0, 0, 0, 0);
    printf("%d\n", total);
    return 0;
}
