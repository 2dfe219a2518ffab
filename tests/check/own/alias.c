// A program gives its own function the name of one of the library's.
#include <assert.h>
#include <stddef.h>
void *mine(void *to, int byte, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((char *)to)[i] = (char)(byte + 1);
    return to;
}
void *memset(void *to, int byte, size_t n) __attribute__((alias("mine")));
int main(void)
{
    char buffer[3];
    memset(buffer, 0, 3);
    assert(buffer[1] == 0); //~ assertion
    return 0;
}
