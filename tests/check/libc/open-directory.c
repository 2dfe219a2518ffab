// A directory can be opened, but nothing can be read from it.
#include <assert.h>
#include <stdio.h>
int main(void) {
    FILE *file = fopen("/tmp", "r");
    assert(file == NULL); //~ assertion
    return 0;
}
