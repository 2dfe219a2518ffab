// Another file may be there, and so may this one before it is removed.
#include <assert.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    assert(unlink("data.txt") != 0); //~ assertion
    assert(access("other.txt", F_OK) != 0); //~ assertion
    return 0;
}
