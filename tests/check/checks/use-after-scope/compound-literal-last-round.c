// Each round has a literal of its own.
struct node { struct node *next; int n; };
int main(void) {
    struct node *last = 0;
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        struct node *here = &(struct node){last, i};
        if (here->next) sum += here->next->n; //~ use-after-scope
        last = here;
    }
    return sum;
}
