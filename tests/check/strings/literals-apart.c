// Compilers may keep one literal in another's tail: that they do not is told.
//@ says: string literals with different texts do not share their bytes
#include <assert.h>
static const char *greeting = "hello";
static const char *tail = "lo";
int main(void)
{
    assert(greeting + 3 != tail);
    return 0;
}
