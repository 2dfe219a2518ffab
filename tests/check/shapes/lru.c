//@ flags: --engine auto --stop-at-first
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct entry {
    struct entry *before, *after;
    int key;
};

struct cache {
    struct entry *first, *last;
};

static void unlink_entry(struct cache *cache, struct entry *entry) {
    if (entry->before) //~ use-after-free
        entry->before->after = entry->after;
    else
        cache->first = entry->after;
    if (entry->after)
        entry->after->before = entry->before;
}

static void put_first(struct cache *cache, struct entry *entry) {
    entry->before = NULL;
    entry->after = cache->first;
    if (cache->first)
        cache->first->before = entry;
    else
        cache->last = entry;
    cache->first = entry;
}

/* What is used moves to the front; what was not used for the longest time is dropped. */
int main(void) {
    struct cache cache = {NULL, NULL};
    for (;;) {
        int key = __VERIFIER_nondet_int();
        if (key < 0)
            break;
        struct entry *entry = cache.first;
        while (entry && entry->key != key)
            entry = entry->after;
        if (entry) {
            unlink_entry(&cache, entry);
            put_first(&cache, entry);
        } else {
            if (cache.last && __VERIFIER_nondet_int()) {
                struct entry *oldest = cache.last;
                unlink_entry(&cache, oldest);
                free(oldest);
            }
            entry = malloc(sizeof *entry);
            entry->key = key;
            put_first(&cache, entry);
        }
    }
    while (cache.first) {
        struct entry *entry = cache.first;
        unlink_entry(&cache, entry);
        free(entry);
    }
    return 0;
}
