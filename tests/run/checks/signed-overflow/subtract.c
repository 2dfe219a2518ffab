#include <limits.h>

static int compare(int a, int b) {
    return a - b; //~ signed-overflow
}

int main(void) {
    return compare(INT_MIN, 1) >= 0;
}
