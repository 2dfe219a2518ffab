#include <assert.h>

static int x;
static void set(void) { x = 1; }
static void (*before[])(void) __attribute__((section(".init_array"), used)) = {set};

int main(void) {
    assert(x == 0); //~ assertion
    return 0;
}
