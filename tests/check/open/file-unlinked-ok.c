// What the program has removed is not there.
#include <assert.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    if (unlink("data.txt") == 0)
        assert(fopen("data.txt", "r") == NULL);
    return 0;
}
