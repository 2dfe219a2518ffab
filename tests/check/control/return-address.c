#include <assert.h>

__attribute__((noinline)) static void *where(void) { return __builtin_return_address(0); }

int main(void) {
    assert(__builtin_frame_address(0) != 0);
    assert(where() != where()); //~ assertion
    return 0;
}
