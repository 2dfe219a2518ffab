//@ flags: --check termination
#include <stdlib.h>
struct node { struct node *next; int value; };
int main(void) {
    struct node *first = 0, *last = 0;
    for (int i = 0; i < 5; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i;
        node->next = first;
        first = node;
        if (!last) last = node;
    }
    
    int n = 0;
    for (struct node *node = first; node; node = node->next) {
        int *scratch = malloc(sizeof *scratch); // comes and goes under another name each time
        *scratch = node->value;
        n |= *scratch;
        free(scratch);
    }
    while (first) {
        struct node *next = first->next;
        free(first);
        first = next;
    }
    return n == 7 ? 0 : 1;
}
