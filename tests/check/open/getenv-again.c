// Another variable may have another value.
#include <assert.h>
#include <stdlib.h>
int main(void) {
    const char *first = getenv("A"), *second = getenv("B");
    assert((first == NULL) == (second == NULL)); //~ assertion
    return 0;
}
