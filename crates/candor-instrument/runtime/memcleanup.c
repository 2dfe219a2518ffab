/* Memory clean-up: a list of the blocks that were made and not freed, which must be empty in the end. */

struct block_record {
    struct block_record *next;
    void *start;
    size_t size;
    const char *place;
};

static struct block_record *blocks_left OWN = NULL;
static struct block_record *spare_blocks OWN = NULL;

void __candor_block_freed(void *start)
{
    for (struct block_record **link = &blocks_left; *link != NULL; link = &(*link)->next)
        if ((*link)->start == start) {
            struct block_record *record = *link;
            *link = record->next;
            record->next = spare_blocks;
            spare_blocks = record;
            return;
        }
}

void __candor_block_made(void *start, size_t size, const char *place)
{
    struct block_record *record = spare_blocks;
    if (start == NULL)
        return;
    if (record != NULL)
        spare_blocks = record->next;
    else
        record = take(sizeof *record, 16);
    if (record == NULL)
        __candor_unsupported("no memory for the list of blocks");
    *record = (struct block_record){blocks_left, start, size, place};
    blocks_left = record;
}

void __candor_array_made(void *start, size_t count, size_t size, const char *place)
{
    __candor_block_made(start, count * size, place);
}

void __candor_block_moved(void *start, void *old, size_t size, const char *place)
{
    if (start != NULL || size == 0)
        __candor_block_freed(old);
    __candor_block_made(start, size, place);
}

static void all_must_be_freed(int aborted)
{
    (void)aborted;
    on_end = NULL;
    if (blocks_left != NULL)
        fault("memory-cleanup", blocks_left->place, "the %zu bytes at %p are not freed", blocks_left->size, blocks_left->start);
}

/* Also for programs that end without the models of the library. */
__attribute__((destructor(101))) static void look_at_last(void)
{
    if (on_end != NULL)
        on_end(0);
}

__attribute__((constructor(101))) static void start_cleanup(void)
{
    /* Calls of free through pointers are seen here. */
    on_release = __candor_block_freed;
    on_end = all_must_be_freed;
}
