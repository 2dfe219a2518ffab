// Copies of structures, in both directions.
#include <assert.h>
#include <string.h>
struct pair { int a, b; };
extern struct pair *find_pair(void);
int main(void) {
    struct pair own = {1, 2}, copy = {3, 4};
    struct pair *other = find_pair();
    if (other == NULL)
        return 0;
    *other = own;
    copy = *other;
    memset(other, 0, sizeof *other);
    assert(own.a == 1 && own.b == 2);
    return copy.a == 0;
}
