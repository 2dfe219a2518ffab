//@ flags: --function first
// What a member of an argument points to is memory of others, or there is none.
struct node {
    struct node *next;
    int value;
};
struct list {
    struct node *head;
    unsigned n;
};
int first(struct list *list) {
    if (!list->head) return 0;
    return list->head->value;
}
