// The pointer was asked not to be null, and was accessed through, and is another one by then.
#include <stdlib.h>

struct node {
    int key;
    struct node *next;
};

int main(void) {
    struct node last = {2, 0}, first = {1, &last};
    struct node *p = &first;
    int sum = 0;
    if (p != 0) {
        sum += p->key;
        p = p->next;
        sum += p->key;
        p = p->next;
        sum += p->key; //~ null-dereference
    }
    return sum;
}
