// The same variable has the same value, also after others were set.
#include <assert.h>
#include <stdlib.h>
int main(void) {
    const char *first = getenv("A");
    setenv("B", "1", 1);
    assert(getenv("A") == first);
    unsetenv("A");
    assert(getenv("A") == NULL);
    return 0;
}
