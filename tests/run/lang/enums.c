//@ run-native
//@ data-model: both
// Enumerations: values, negative members, arithmetic, switch, size.
#include <stdio.h>

enum color { RED, GREEN = 5, BLUE, ALPHA = -2, BETA };
enum flags { A = 1 << 0, B = 1 << 1, C = 1 << 2, ALL = A | B | C };
enum __attribute__((packed)) tiny { ONE, TWO, MANY = 200 };
typedef enum { NORTH, EAST, SOUTH, WEST, N_DIRECTIONS } direction;

static direction turn(direction d, int by) { return (direction)((d + by) % N_DIRECTIONS); }

int main(void) {
    if (RED != 0 || GREEN != 5 || BLUE != 6 || ALPHA != -2 || BETA != -1) return 1;
    enum color c = BETA;
    c++;
    if (c != RED || sizeof c != sizeof(int)) return 2;
    enum flags f = A | C;
    f &= ~A;
    f ^= ALL;
    if (f != (A | B)) return 3;
    if (sizeof(enum tiny) != 1) return 4;
    enum tiny t = MANY;
    if (t != 200 || t + 100 != 300) return 5;
    if (turn(WEST, 1) != NORTH || turn(EAST, 3) != NORTH) return 6;
    int count[N_DIRECTIONS] = {[SOUTH] = 3};
    switch (c) {
    case RED: count[NORTH]++; break;
    case GREEN: case BLUE: case ALPHA: case BETA: return 7;
    }
    printf("%d %d %d\n", count[NORTH], count[SOUTH], f);
    return 0;
}
