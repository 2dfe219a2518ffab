//@ says: at the start: limit = 42, flags = 
// A variable that is defined nowhere may hold anything, constant or not, and keeps it; an array of unknown size is not made up.
#include <assert.h>

extern int limit;
extern const unsigned char flags[3];

int main(void) {
    int before = limit;
    if (flags[1] == 7)
        assert(limit != 42); //~ assertion
    assert(limit == before);
    limit = 5;
    assert(limit == 5);
    assert(flags[2] < 256);
    return 0;
}
