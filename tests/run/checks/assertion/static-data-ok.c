//@ run-native
#include <assert.h>

static int calls;

static int once(void) {
    return ++calls;
}

int main(void) {
    assert(once() == 1);
    assert(once() == 2);
    return 0;
}
