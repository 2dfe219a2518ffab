// More nodes of one list than the pointer analysis tells apart.
#include <assert.h>
#include <stdlib.h>
struct node {
    struct node *next;
    int value;
};
#define NODE(k)                                       \
    node = malloc(sizeof *node);                      \
    node->next = list;                                \
    node->value = (k);                                \
    list = node;                                      \
    if (list->next && list->next->value > greatest)   \
        greatest = list->next->value;
#define NODES_4(k) NODE(k) NODE((k) + 1) NODE((k) + 2) NODE((k) + 3)
#define NODES_16(k) NODES_4(k) NODES_4((k) + 4) NODES_4((k) + 8) NODES_4((k) + 12)
#define NODES_64(k) NODES_16(k) NODES_16((k) + 16) NODES_16((k) + 32) NODES_16((k) + 48)
#define NODES_256(k) NODES_64(k) NODES_64((k) + 64) NODES_64((k) + 128) NODES_64((k) + 192)
int main(void) {
    struct node *list = 0, *node;
    int greatest = 0;
    NODES_256(0)
    NODES_256(256)
    assert(greatest == 510 && list->value == 511);
    while (list) {
        node = list->next;
        free(list);
        list = node;
    }
    return 0;
}
