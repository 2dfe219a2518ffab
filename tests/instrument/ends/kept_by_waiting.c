// Everything that functions hold which wait for one that ends the program: variables, parameters, structures passed by value, unnamed
// arguments, and what a half-evaluated expression has computed.
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

struct pair {
    char *first, *second;
    long room[3];
};

static int end(char *parameter) {
    parameter[0] = 1;
    exit(0);
}

static int unnamed(int n, ...) {
    return n + end(malloc(1));
}

static int by_value(struct pair pair) {
    return pair.first[0] + unnamed(1, malloc(2), 3, 4, 5, 6, 7, malloc(8));
}

static char *both(char *block, int n) {
    block[0] = (char)n;
    return block;
}

int main(void) {
    uintptr_t number = (uintptr_t)malloc(9);
    char *list[2] = {malloc(10), malloc(11)};
    struct pair pair = {calloc(1, 1), malloc(13), {0}};
    char *result = both(malloc(14), by_value(pair));
    return result[0] + list[0][0] + (number == 1);
}
