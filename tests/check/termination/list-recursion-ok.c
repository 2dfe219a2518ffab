//@ flags: --property termination
//@ verdict: holds
// All elements look alike, but the list has an end.
#include <stddef.h>
struct node { struct node *next; };
static int count(const struct node *at) {
    if (at == NULL) return 0;
    return count(at->next) + 1;
}
int main(void) {
    struct node a = {NULL}, b = {&a}, c = {&b};
    return count(&c);
}
