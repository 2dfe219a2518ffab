// Counts the words of a text in a table that grows.
//
// The counts come out right on most machines, and every test passes. There is a bug all the same.
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
        table->capacity *= 2;
        table->entries = realloc(table->entries, table->capacity * sizeof *table->entries);
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
    struct entry *most = NULL;

    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        struct entry *entry = find(&table, word);
        if (!entry)
            entry = add(&table, word);
        entry->count++;
        if (!most || entry->count > most->count)
            most = entry;
    }

    printf("%zu different words, most often \"%s\" (%d times)\n", table.used, most->word, most->count);
    free(table.entries);
    return 0;
}
