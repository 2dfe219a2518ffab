// Time passes between two looks at a clock, or does not.
#include <assert.h>
#include <time.h>

int main(void) {
    time_t first = time(NULL), second = time(NULL);
    if (first < second)
        assert(second - first > 1000); //~ assertion
    else
        assert(first != second); //~ assertion
    return 0;
}
