// A list as long as the inputs say, turned round.
//@ flags: --check memory-leak
#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
struct node {
    int value;
    struct node *next;
};
int main(void) {
    struct node *head = 0;
    int n = 0;
    while (n < 4 && __VERIFIER_nondet_bool()) {
        struct node *new = malloc(sizeof *new);
        new->value = n++;
        new->next = head;
        head = new;
    }
    struct node *back = 0;
    while (head) {
        struct node *next = head->next;
        head->next = back;
        back = head;
        head = next;
    }
    int expected = 0;
    while (back) {
        assert(back->value == expected);
        expected++;
        struct node *next = back->next;
        free(back);
        back = next;
    }
    assert(expected == n);
    return 0;
}
