#include <stdlib.h>

struct list {
    int count;
    struct link {
        struct link *next;
    } link;
};

int main(void) {
    struct list *list = malloc(sizeof *list);
    struct link *link = &list->link;
    link->next = NULL;
    free(link); //~ invalid-free
    return 0;
}
