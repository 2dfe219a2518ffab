#include <assert.h>
#include <string.h>

static char pool[2];

void *malloc(unsigned long size) {
    (void)size;
    return pool;
}

int main(void) {
    char *copy = strdup("abc");
    assert(copy && copy[2] == 'c');
    char *block = malloc(3);
    assert(block != pool); //~ assertion
    return 0;
}
