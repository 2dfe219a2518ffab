// Pairs of bytes change places.
#include <assert.h>
#include <unistd.h>

int main(void) {
    char from[4] = "abc", to[4] = {0};
    swab(from, to, 4);
    assert(to[0] == 0); //~ assertion
    return 0;
}
