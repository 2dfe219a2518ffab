#include <limits.h>

static int next_id = INT_MAX - 2;

static int fresh(void) {
    return next_id++; //~ signed-overflow
}

int main(void) {
    int last = 0;
    for (int i = 0; i < 4; i++)
        last = fresh();
    return last != 1;
}
