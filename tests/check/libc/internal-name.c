//@ verdict: unknown
//@ says: a function of the C library without a model
// The internal names of the library's functions are not the user's.
#include <assert.h>
#include <unistd.h>
extern ssize_t __read(int, void *, size_t);
int main(void) {
    char text[2] = {1, 1};
    __read(0, text, 2);
    assert(text[0] == 1);
    return 0;
}
