// Numbers that a clock begins are any.
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
    srand((unsigned)time(NULL));
    int n = rand() % 6 + 1;
    assert(n != 6); //~ assertion
    return 0;
}
