#include <assert.h>

static int x;
static void look(void) {
    assert(x == 0); //~ assertion
}
static void (*after)(void) __attribute__((section(".fini_array"), used)) = look;

int main(void) {
    x = 1;
    return 0;
}
