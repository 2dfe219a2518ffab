// Its address may be taken in any way.
#include <assert.h>
int main(int argc, char **argv) {
    int other = 1;
    volatile int is_first = 1;
    int *count = is_first ? &argc : &other;
    (void)argv;
    assert(*count == 1); //~ assertion
    return 0;
}
