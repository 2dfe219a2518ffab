// Nothing is assumed of literals that are not compared with each other.
//@ silent: literals
#include <assert.h>
static const char *greeting = "hello";
int main(void)
{
    char own[] = "lo";
    assert(greeting + 3 != own);
    return 0;
}
