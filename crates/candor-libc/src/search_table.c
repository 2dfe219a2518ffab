/* hsearch: a hash table of a fixed size with open addressing. Keys and data stay the program's own. */
#define _GNU_SOURCE
#include "candor.h"
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

struct _ENTRY {
    int used;
    ENTRY entry;
};

static struct hsearch_data global;

static unsigned int hash(const char *key)
{
    unsigned int value = 0;
    for (; *key != 0; key++)
        value = (value & 0xffffff) * 31 + (unsigned char)*key;
    return value;
}

int hcreate_r(size_t n, struct hsearch_data *table)
{
    if (table == NULL || n > 0xffffff) {
        errno = table == NULL ? EINVAL : ENOMEM;
        return 0;
    }
    if (table->table != NULL)
        return 0;
    table->size = n < 3 ? 3 : (unsigned int)n;
    table->filled = 0;
    table->table = calloc(table->size, sizeof *table->table);
    return table->table != NULL;
}

/* The slot of a key: its own, or the free one where it belongs; NULL when neither is there. */
static struct _ENTRY *find_slot(const struct hsearch_data *table, const char *key)
{
    unsigned int start = hash(key) % table->size;
    for (unsigned int i = 0; i < table->size; i++) {
        struct _ENTRY *slot = &table->table[(start + i) % table->size];
        if (!slot->used || strcmp(slot->entry.key, key) == 0)
            return slot;
    }
    return NULL;
}

int hsearch_r(ENTRY item, ACTION action, ENTRY **result, struct hsearch_data *table)
{
    struct _ENTRY *slot = find_slot(table, item.key);
    *result = NULL;
    if (slot == NULL || (!slot->used && action == FIND)) {
        errno = action == FIND ? ESRCH : ENOMEM;
        return 0;
    }
    if (!slot->used) {
        slot->used = 1;
        slot->entry = item;
        table->filled++;
    }
    *result = &slot->entry;
    return 1;
}

void hdestroy_r(struct hsearch_data *table)
{
    free(table->table);
    table->table = NULL;
}

int hcreate(size_t n)
{
    return hcreate_r(n, &global);
}

ENTRY *hsearch(ENTRY item, ACTION action)
{
    ENTRY *result = NULL;
    CHECK_ARGUMENT(global.table != NULL, "hsearch is called before hcreate");
    if (global.table != NULL)
        hsearch_r(item, action, &result, &global);
    return result;
}

void hdestroy(void)
{
    hdestroy_r(&global);
}
