// Counts the words of a text in a table that grows: words.c without its bug.
//
// A pointer into the table does not outlive `realloc`; an index does. And memory may be short.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    char word[16];
    int count;
};

struct table {
    struct entry *entries;
    size_t used, capacity;
};

static struct entry *find(struct table *table, const char *word) {
    for (size_t i = 0; i < table->used; i++)
        if (strcmp(table->entries[i].word, word) == 0)
            return &table->entries[i];
    return NULL;
}

static struct entry *add(struct table *table, const char *word) {
    if (table->used == table->capacity) {
        struct entry *larger = realloc(table->entries, 2 * table->capacity * sizeof *larger);
        if (!larger)
            return NULL;
        table->entries = larger;
        table->capacity *= 2;
    }
    struct entry *entry = &table->entries[table->used++];
    strncpy(entry->word, word, sizeof entry->word - 1);
    entry->word[sizeof entry->word - 1] = '\0';
    entry->count = 0;
    return entry;
}

int main(void) {
    char text[] = "the cat saw the dog and the dog saw the bird";
    struct table table = {malloc(2 * sizeof(struct entry)), 0, 2};
    size_t most = 0;
    if (!table.entries)
        return 1;

    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        struct entry *entry = find(&table, word);
        if (!entry)
            entry = add(&table, word);
        if (!entry)
            break;
        entry->count++;
        if (entry->count > table.entries[most].count)
            most = (size_t)(entry - table.entries);
    }

    printf("%zu different words, most often \"%s\" (%d times)\n", table.used, table.entries[most].word,
           table.entries[most].count);
    free(table.entries);
    return 0;
}
