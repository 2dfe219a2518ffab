// Nodes in buckets by their colour; each bucket is freed.
//@ flags: --property cleanup
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
enum { N_BUCKETS = 3 };
struct node {
    struct node *next;
};
int main(void) {
    struct node *buckets[N_BUCKETS] = {NULL};
    for (int i = 0; i < 3; i++) {
        unsigned colour = __VERIFIER_nondet_uint();
        if (colour >= N_BUCKETS) break;
        struct node *node = malloc(sizeof *node);
        node->next = buckets[colour];
        buckets[colour] = node;
    }
    for (int colour = 0; colour < N_BUCKETS; colour++) {
        while (buckets[colour] != NULL) {
            struct node *next = buckets[colour]->next;
            free(buckets[colour]);
            buckets[colour] = next;
        }
    }
    return 0;
}
