// What one way through a loop has accessed, the other has not.
#include <stdlib.h>

struct node {
    int key;
    struct node *next;
};

int main(void) {
    struct node node = {1, 0};
    struct node *p = &node;
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        if (i < 2)
            sum += p->key;
        else
            p = p->next;
        sum += p->key; //~ null-dereference
    }
    return sum;
}
