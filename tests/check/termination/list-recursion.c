//@ flags: --property termination
// The list leads back to its first element.
#include <stddef.h>
struct node { struct node *next; };
static int count(const struct node *at) {
    if (at == NULL) return 0; //~ termination
    return count(at->next) + 1;
}
int main(void) {
    struct node a = {NULL}, b = {&a}, c = {&b};
    a.next = &c;
    return count(&c);
}
