// A hint for optimising compilers, in both kinds of C; but what the function does stands here.
#include <assert.h>
extern inline __attribute__((gnu_inline)) int next(int x) { return x + 1; }
int main(void) {
    assert(next(1) == 2);
    return 0;
}
