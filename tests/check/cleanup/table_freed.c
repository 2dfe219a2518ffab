//@ flags: --property cleanup
// Buckets of a table that grows by realloc; one function frees them, whoever owns them.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct table { int **buckets; int n; };

static void add(struct table *table) {
    table->buckets = realloc(table->buckets, (table->n + 1) * sizeof *table->buckets);
    table->buckets[table->n++] = malloc(sizeof(int));
}

static void clear(struct table *table) {
    for (int i = 0; i < table->n; i++)
        free(table->buckets[i]);
    free(table->buckets);
    table->buckets = NULL;
    table->n = 0;
}

int main(void) {
    struct table table = {NULL, 0};
    add(&table);
    if (__VERIFIER_nondet_int())
        add(&table);
    clear(&table);
    add(&table);
    clear(&table);
    return 0;
}
