// Somebody else may have made it between the two calls.
#include <assert.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    if (access("data.txt", F_OK) != 0) {
        FILE *file = fopen("data.txt", "r");
        assert(file == NULL); //~ assertion
    }
    return 0;
}
