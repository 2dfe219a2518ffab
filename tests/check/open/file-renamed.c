#include <assert.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    if (rename("a", "b") == 0)
        assert(access("b", F_OK) != 0); //~ assertion
    return 0;
}
