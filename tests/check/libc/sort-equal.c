// Which of two elements that compare equal comes first, C leaves open: that they stay in order is told.
//@ says: qsort compares as a merge sort does, and keeps elements that compare equal in their order
#include <assert.h>
#include <stdlib.h>

struct entry
{
    int key, number;
};

static int by_key(const void *a, const void *b)
{
    return ((const struct entry *)a)->key - ((const struct entry *)b)->key;
}

int main(void)
{
    struct entry entries[] = {{2, 0}, {1, 1}, {1, 2}};
    qsort(entries, 3, sizeof *entries, by_key);
    assert(entries[0].number == 1);
    return 0;
}
