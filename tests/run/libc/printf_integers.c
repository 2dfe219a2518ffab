//@ run-native
//@ data-model: both
// printf of integers: conversions, flags, width, precision.
#include <limits.h>
#include <stdio.h>

int main(void) {
    printf("[%d][%i][%u][%o][%x][%X]\n", -42, 42, 42u, 42u, 0xbeefu, 0xbeefu);
    printf("[%5d][%-5d][%05d][%+d][% d][%+5d][% 05d]\n", 42, 42, 42, 42, 42, -42, 42);
    printf("[%.3d][%.0d][%8.3d][%-8.3d][%08.3d][%+.3d]\n", 7, 0, 7, 7, 7, 7);
    printf("[%#o][%#x][%#X][%#x][%#o][%#8x][%#08x]\n", 8u, 255u, 255u, 0u, 0u, 255u, 255u);
    printf("[%d][%d][%u]\n", INT_MAX, INT_MIN, UINT_MAX);
    printf("[%*d][%-*d][%.*d][%*.*d]\n", 6, 1, 6, 2, 3, 4, 7, 3, 5);
    printf("[%*d][%.*d]\n", -6, 1, -3, 4); // negative: left-justified, no precision
    printf("[%%][%c%c]\n", 'o', 'k');
    printf("[%#.5x][%-#10x]\n", 10u, 10u);
    printf("[%x][%o]\n", (unsigned)-1, (unsigned)-8);
    int n = printf("%d\n", 12345);
    return n == 6 ? 0 : 1;
}
