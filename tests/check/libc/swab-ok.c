// The last one of an odd number stays away.
#include <assert.h>
#include <unistd.h>

int main(void) {
    char from[4] = "abc", to[4] = {0};
    swab(from, to, 3);
    assert(to[0] == 'b' && to[1] == 'a' && to[2] == 0);
    return 0;
}
