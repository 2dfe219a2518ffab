//@ verdict: unknown
// Nobody knows what a pointer points to that somebody else has set.
#include <assert.h>

extern int *elsewhere;

int main(void) {
    if (!elsewhere)
        return 1;
    return *elsewhere;
}
