// But they are in their range.
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
    srand((unsigned)time(NULL));
    int n = rand() % 6 + 1;
    assert(n >= 1 && n <= 6);
    return 0;
}
