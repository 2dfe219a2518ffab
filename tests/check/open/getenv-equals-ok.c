// Without A there is none.
#include <assert.h>
#include <stdlib.h>
int main(void) {
    unsetenv("A");
    assert(getenv("A=B") == NULL);
    setenv("A", "B=1", 1);
    assert(getenv("A=B")[0] == '1');
    return 0;
}
