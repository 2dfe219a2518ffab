#include <limits.h>
#include <stdlib.h>

int main(void) {
    int x = INT_MIN;
    return abs(x) == 0; //~ signed-overflow
}
