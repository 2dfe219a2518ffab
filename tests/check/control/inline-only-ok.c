// By the rules of C99 another file would have to define `set`. None does, and what it does stands here.
#include <assert.h>
int x;
inline void set(void) { x = 1; }
__inline int get(void) { return x; }
int main(void) {
    set();
    assert(get() == 1);
    return 0;
}
