//@ run-native
#include <limits.h>

static int next_id = INT_MAX - 2;

static int fresh(void) {
    if (next_id == INT_MAX)
        next_id = 0;
    return next_id++;
}

int main(void) {
    int last = 0;
    for (int i = 0; i < 4; i++)
        last = fresh();
    return last != 1;
}
