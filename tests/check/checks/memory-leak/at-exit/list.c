//@ flags: --property memory
// The head is freed and takes the rest with it.
#include <stdlib.h>
struct node {
    struct node *next;
};
int main(void) {
    struct node *list = malloc(sizeof *list);
    list->next = malloc(sizeof *list);
    list->next->next = 0;
    free(list);
    exit(0); //~ memory-leak
}
