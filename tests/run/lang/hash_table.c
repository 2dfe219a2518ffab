//@ run-native
//@ data-model: both
// An open-addressing hash table of strings that grows.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { char *key; int value; };
struct table { struct entry *entries; unsigned capacity, used; };

static unsigned hash(const char *s) {
    unsigned h = 2166136261u;
    for (; *s; s++) h = (h ^ (unsigned char)*s) * 16777619u;
    return h;
}

static struct entry *find(struct table *t, const char *key) {
    for (unsigned i = hash(key);; i++) {
        struct entry *e = &t->entries[i & (t->capacity - 1)];
        if (!e->key || strcmp(e->key, key) == 0) return e;
    }
}

static void grow(struct table *t) {
    struct table bigger = {calloc(t->capacity * 2, sizeof(struct entry)), t->capacity * 2, t->used};
    if (!bigger.entries) abort();
    for (unsigned i = 0; i < t->capacity; i++)
        if (t->entries[i].key) *find(&bigger, t->entries[i].key) = t->entries[i];
    free(t->entries);
    *t = bigger;
}

static void add(struct table *t, const char *key, int by) {
    if (t->used * 2 >= t->capacity) grow(t);
    struct entry *e = find(t, key);
    if (!e->key) {
        e->key = strdup(key);
        t->used++;
    }
    e->value += by;
}

int main(void) {
    struct table t = {calloc(4, sizeof(struct entry)), 4, 0};
    char key[16];
    for (int i = 0; i < 200; i++) {
        snprintf(key, sizeof key, "key%d", i % 50);
        add(&t, key, i);
    }
    if (t.used != 50 || t.capacity != 128) return 1;
    if (find(&t, "key7")->value != 7 + 57 + 107 + 157 || find(&t, "absent")->key) return 2;
    long sum = 0;
    for (unsigned i = 0; i < t.capacity; i++) sum += t.entries[i].value, free(t.entries[i].key);
    free(t.entries);
    printf("%ld %08x\n", sum, hash("candor"));
    return sum != 19900 ? 3 : 0;
}
