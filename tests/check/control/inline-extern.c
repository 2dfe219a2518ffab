// Here C99 has a definition, and GNU C of old would have none.
#include <assert.h>
inline int next(int x) { return x + 1; }
extern int next(int x);
extern inline int after(int x) { return next(x) + 1; }
int main(void) {
    assert(after(1) == 3);
    return 0;
}
