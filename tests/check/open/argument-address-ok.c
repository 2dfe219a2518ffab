#include <assert.h>
#include <stddef.h>
int main(int argc, char **argv) {
    int other = 1;
    volatile int is_first = 1;
    int *count = is_first ? &argc : &other;
    assert(argv[*count] == NULL);
    return 0;
}
