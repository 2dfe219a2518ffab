/* Memory safety: lists of the objects that are alive, and checks that search them.
 *
 * After "Joint Forces for Memory Safety Checking Revisited", section 3.1: a record is an address and a size; new ones go to the front,
 * since what was made last is used most. The list of what is gone serves better messages only. */
#include <link.h>

struct record {
    struct record *next;
    uintptr_t start;
    size_t size;
    /* No variable, but where the arguments behind `...` lie. */
    int is_arguments;
    /* On the list of what waits: memory that holds nothing. */
    int is_left_over;
};

static struct record *heap_list OWN = NULL;
static struct record *stack_list OWN = NULL;
static struct record *globals_list OWN = NULL;
static struct record *freed_list OWN = NULL;
/* Variables whose scope ended, and those of functions that returned. */
static struct record *ended_list OWN = NULL;
static struct record *gone_list OWN = NULL;
/* Blocks that the program did not get by a call of its own that rules could see: through a pointer, or inside the native library. */
static struct record *other_list OWN = NULL;
static struct record *spare_records OWN = NULL;
/* The block that `handle_free` has dealt with: `free` itself asks again, for calls through pointers. */
static void *announced OWN = NULL;
static uintptr_t top_of_stack OWN = 0;
/* The lists of arguments and of the environment lie above the stack. */
static uintptr_t end_of_lists OWN = 0;
/* What functions hold while they wait for a call, and memory that is there but holds nothing any more; the latest first. */
static struct record *waiting_list OWN = NULL;
/* After a jump to a copy of a buffer the stack's list may have variables of functions that are gone. */
static int has_dead_frames OWN = 0;

/* A mark of a frame on the stack's list; no object has this size. */
static const size_t MARK = SIZE_MAX;

static void push(struct record **list, uintptr_t start, size_t size)
{
    struct record *record = spare_records;
    if (record != NULL)
        spare_records = record->next;
    else
        record = take(sizeof *record, 16);
    if (record == NULL)
        __candor_unsupported("no memory for the lists of objects");
    *record = (struct record){*list, start, size, 0, 0};
    *list = record;
}

static void pop(struct record **link)
{
    struct record *record = *link;
    *link = record->next;
    record->next = spare_records;
    spare_records = record;
}

static int contains(const struct record *record, uintptr_t start, size_t size)
{
    return record->size != MARK && start >= record->start && size <= record->size &&
           start - record->start <= record->size - size;
}

static int is_in(const struct record *list, uintptr_t start, size_t size)
{
    for (; list != NULL; list = list->next)
        if (contains(list, start, size))
            return 1;
    return 0;
}

static int is_in_variable(const struct record *list, uintptr_t start, size_t size)
{
    for (; list != NULL; list = list->next)
        if (!list->is_arguments && contains(list, start, size))
            return 1;
    return 0;
}

static struct record **find_start(struct record **link, uintptr_t start)
{
    for (; *link != NULL; link = &(*link)->next)
        if ((*link)->start == start && (*link)->size != MARK)
            return link;
    return NULL;
}

/* What the dynamic linker loaded besides the program belongs to libraries, which know what they do. */
static int find_foreign(struct dl_phdr_info *info, size_t size, void *wanted)
{
    (void)size;
    uintptr_t *range = wanted;
    if (info->dlpi_name == NULL || info->dlpi_name[0] == '\0')
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD && range[0] >= start && range[1] <= start + part->p_memsz)
            return 1;
    }
    return 0;
}

static int is_foreign(uintptr_t start, size_t size)
{
    uintptr_t range[2] = {start, start + size};
    return range[1] >= start && dl_iterate_phdr(find_foreign, range);
}

/* Does the pointer lie in or near a record? Nearness tells which object was left. */
static const struct record *near(const struct record *list, uintptr_t start)
{
    for (; list != NULL; list = list->next)
        if (list->size != MARK && start + RED_ZONE >= list->start && start <= list->start + list->size + RED_ZONE)
            return list;
    return NULL;
}

__attribute__((noreturn)) static void bad_access(uintptr_t start, size_t size, const char *place)
{
    const void *pointer = (const void *)start;
    if (start < PAGE * 16)
        fault("null-dereference", place, "access of %zu bytes through a null pointer (%p)", size, pointer);
    if (is_in(freed_list, start, 1))
        fault("use-after-free", place, "access of %zu bytes at %p, which was freed", size, pointer);
    if (is_in(ended_list, start, 1))
        fault("use-after-scope", place, "access of %zu bytes at %p, whose scope has ended", size, pointer);
    if (near(heap_list, start) || near(stack_list, start) || near(globals_list, start))
        fault("out-of-bounds", place, "access of %zu bytes at %p, outside of any object", size, pointer);
    if (is_in(gone_list, start, 1))
        fault("use-after-scope", place, "access of %zu bytes at %p, whose variable is gone", size, pointer);
    if (near(freed_list, start))
        fault("use-after-free", place, "access of %zu bytes at %p, next to freed memory", size, pointer);
    fault("invalid-pointer", place, "access of %zu bytes at %p, where no object is", size, pointer);
}

/* Tracking. */
void __candor_remember_heap(void *start, size_t size)
{
    struct record **link = find_start(&other_list, (uintptr_t)start);
    if (link != NULL)
        pop(link);
    if (start != NULL && find_start(&heap_list, (uintptr_t)start) == NULL)
        push(&heap_list, (uintptr_t)start, size);
}

void __candor_remember_heap_array(void *start, size_t count, size_t size)
{
    __candor_remember_heap(start, count * size);
}

static void remember_stack(void *start, size_t size)
{
    struct record **known = &stack_list;
    /* Once in its frame: a scope may be entered many times. */
    for (; *known != NULL && (*known)->size != MARK; known = &(*known)->next)
        if ((*known)->start == (uintptr_t)start) {
            (*known)->size = size;
            return;
        }
    push(&stack_list, (uintptr_t)start, size);
}

/* A new variable. What its memory held before it is nobody's pointer. */
void __candor_remember_stack(void *start, size_t size)
{
    memset(start, 0, size);
    remember_stack(start, size);
}

/* The copy of an argument. */
void __candor_remember_copy(void *start, size_t size)
{
    remember_stack(start, size);
}

void __candor_remember_stack_array(void *start, size_t count, size_t size)
{
    __candor_remember_stack(start, count * size);
}

/* The same for variables that no check asks for, but that may hold blocks while the program ends. */
void __candor_hold(void *start, size_t size)
{
    __candor_remember_stack(start, size);
}

void __candor_hold_array(void *start, size_t count, size_t size)
{
    __candor_remember_stack(start, count * size);
}

void __candor_hold_copy(void *start, size_t size)
{
    __candor_remember_copy(start, size);
}

void __candor_remember_global(void *start, size_t size)
{
    push(&globals_list, (uintptr_t)start, size);
}

/* What is gone serves messages only; it must not grow for ever. */
static void bury(struct record **link, struct record **grave)
{
    static int n_gone OWN = 0;
    if (n_gone > 4096 || (*link)->is_arguments) {
        pop(link);
        return;
    }
    struct record *record = *link;
    *link = record->next;
    record->next = *grave;
    *grave = record;
    n_gone++;
}

void __candor_remove_stack(void *start)
{
    struct record **link = &stack_list;
    for (; *link != NULL && (*link)->size != MARK; link = &(*link)->next)
        if ((*link)->start == (uintptr_t)start) {
            bury(link, &ended_list);
            return;
        }
}

void __candor_fun_entry(void)
{
    push(&stack_list, 0, MARK);
}

void __candor_fun_exit(void)
{
    while (stack_list != NULL && stack_list->size != MARK)
        bury(&stack_list, &gone_list);
    if (stack_list != NULL)
        pop(&stack_list);
}

/* What the frame allocated since the mark lies below it: stacks grow down. */
void __candor_stack_restore(void *mark)
{
    struct record **link = &stack_list;
    while (*link != NULL && (*link)->size != MARK) {
        if ((*link)->start < (uintptr_t)mark)
            bury(link, &ended_list);
        else
            link = &(*link)->next;
    }
}

/* Where the caller's variables begin: arguments end at the first object above them that is known. */
static uintptr_t end_of_arguments(uintptr_t start)
{
    const struct record *record = stack_list;
    uintptr_t end = top_of_stack > start ? top_of_stack : start + PAGE;
    while (record != NULL && record->size != MARK)
        record = record->next;
    for (; record != NULL && !has_dead_frames; record = record->next)
        if (record->size != MARK && record->start >= start && record->start < end)
            end = record->start;
    return end;
}

static void remember_arguments(uintptr_t start, size_t size)
{
    for (const struct record *known = stack_list; known != NULL && known->size != MARK; known = known->next)
        if (known->start == start)
            return;
    if (size == 0)
        return;
    push(&stack_list, start, size);
    stack_list->is_arguments = 1;
}

/* The arguments behind `...`: the saved registers, and the part of the caller's frame with the rest. How many there are nobody knows,
 * but they lie below the variables of the functions that are active. */
void __candor_remember_arguments(void *list)
{
#ifdef __x86_64__
    struct { unsigned gp, fp; uintptr_t memory, registers; } *tag = list;
    remember_arguments(tag->registers, 176);
    uintptr_t rest = tag->memory;
#else
    uintptr_t rest = *(uintptr_t *)list;
#endif
    remember_arguments(rest, end_of_arguments(rest) - rest);
}

/* Checks. Who copies no bytes may do so from and to anywhere. */
void __candor_check_pointer(void *pointer, size_t size, const char *place)
{
    uintptr_t start = (uintptr_t)pointer;
    if (size == 0 || is_in(stack_list, start, size) || is_in(heap_list, start, size) || is_in(globals_list, start, size))
        return;
    if (!is_in(other_list, start, size) && !is_foreign(start, size))
        bad_access(start, size, place);
}

void __candor_check_heap(void *pointer, size_t size, const char *place)
{
    uintptr_t start = (uintptr_t)pointer;
    if (size != 0 && !is_in(heap_list, start, size) && !is_in(other_list, start, size))
        bad_access((uintptr_t)pointer, size, place);
}

void __candor_check_stack(void *pointer, size_t size, const char *place)
{
    if (size != 0 && !is_in(stack_list, (uintptr_t)pointer, size))
        bad_access((uintptr_t)pointer, size, place);
}

void __candor_check_globals(void *pointer, size_t size, const char *place)
{
    if (size != 0 && !is_in(globals_list, (uintptr_t)pointer, size))
        bad_access((uintptr_t)pointer, size, place);
}

void __candor_check_fail(void *pointer, size_t size, const char *place)
{
    if (size != 0)
        bad_access((uintptr_t)pointer, size, place);
}

/* Calling an object is another matter; calling nothing is a dereference. */
void __candor_check_callee(void *function, const char *place)
{
    if ((uintptr_t)function < PAGE * 16)
        fault("null-dereference", place, "call through a null pointer (%p)", function);
}

/* The base has at least min bytes before and after it in its object, and at most max. */
void __candor_check_bounds(void *pointer, size_t size, void *base, size_t min_before, size_t min_after, size_t max_before,
                           size_t max_after, const char *place)
{
    uintptr_t start = (uintptr_t)pointer, from = (uintptr_t)base;
    if (size == 0)
        return;
    if (start < from) {
        if (from - start <= min_before && (size <= from - start || size - (from - start) <= min_after))
            return;
    } else if (start - from <= min_after && size <= min_after - (start - from)) {
        return;
    }
    int outside = start < from ? from - start > max_before
                               : start - from > max_after || size > max_after - (start - from);
    if (outside)
        fault("out-of-bounds", place, "access of %zu bytes at %p, outside of the object of %p", size, pointer, base);
    /* The base points to a variable, which may be none of those remembered and lie where arguments are expected. */
    if (!is_in_variable(stack_list, start, size) && is_in(stack_list, start, size))
        bad_access(start, size, place);
    __candor_check_pointer(pointer, size, place);
}

/* Deallocation. */
static void check_free(void *pointer, const char *place)
{
    if (pointer == NULL || find_start(&heap_list, (uintptr_t)pointer) != NULL)
        return;
    if (find_start(&other_list, (uintptr_t)pointer) != NULL)
        return;
    if (find_start(&freed_list, (uintptr_t)pointer) != NULL)
        fault("double-free", place, "%p was freed already", pointer);
    fault("invalid-free", place, "%p is not the start of a heap block", pointer);
}

void __candor_handle_free(void *pointer, const char *place)
{
    check_free(pointer, place);
    struct record **link = find_start(&heap_list, (uintptr_t)pointer);
    if (pointer == NULL || link == NULL)
        return;
    struct record *record = *link;
    *link = record->next;
    record->next = freed_list;
    freed_list = record;
    announced = pointer;
}

/* Before a realloc: the pointer must be one that could be freed. */
void __candor_handle_realloc(void *pointer, const char *place)
{
    check_free(pointer, place);
}

/* After it: `malloc` and `free` inside of it have kept the lists. */
void __candor_remember_heap_again(void *start, size_t size)
{
    if (size != 0)
        __candor_remember_heap(start, size);
}

/* While a function waits for a call: registers that it needs afterwards, and what its expressions have left over. */
void __candor_keep(void *pointer)
{
    push(&waiting_list, (uintptr_t)pointer, 0);
}

void __candor_keep_number(size_t number)
{
    push(&waiting_list, number, 0);
}

void __candor_keep_nothing(void *start)
{
    push(&waiting_list, (uintptr_t)start, 0);
    waiting_list->is_left_over = 1;
}

/* Once for each of those. */
void __candor_waited(void)
{
    if (waiting_list != NULL)
        pop(&waiting_list);
}

/* Jumps out of functions: the frames in between are gone, and nothing waits there. */
struct jump {
    struct jump *next;
    void *buffer;
    size_t depth;
    size_t n_waiting;
};
static struct jump *jumps OWN = NULL;

static size_t depth_of_stack(void)
{
    size_t depth = 0;
    for (const struct record *record = stack_list; record != NULL; record = record->next)
        depth += record->size == MARK;
    return depth;
}

static size_t n_waiting(void)
{
    size_t count = 0;
    for (const struct record *record = waiting_list; record != NULL; record = record->next)
        count++;
    return count;
}

void __candor_remember_jump(void *buffer)
{
    struct jump *jump = jumps;
    while (jump != NULL && jump->buffer != buffer)
        jump = jump->next;
    if (jump == NULL) {
        jump = take(sizeof *jump, 16);
        *jump = (struct jump){jumps, buffer, 0, 0};
        jumps = jump;
    }
    jump->depth = depth_of_stack();
    jump->n_waiting = n_waiting();
}

void __candor_handle_jump(void *buffer)
{
    struct jump *jump = jumps;
    while (jump != NULL && jump->buffer != buffer)
        jump = jump->next;
    if (jump == NULL) {
        has_dead_frames = 1;
        return;
    }
    for (size_t depth = depth_of_stack(); depth > jump->depth; depth--)
        __candor_fun_exit();
    for (size_t count = n_waiting(); count > jump->n_waiting; count--)
        pop(&waiting_list);
}

/* Leaks: blocks that nothing points to any more, neither globals nor what the functions hold that are still active. Every word
 * of their variables counts as a pointer. */
struct search {
    struct record *reached;
    /* Nothing else points to a block. */
    uintptr_t lowest, highest;
};

static void search_word(struct search *search, uintptr_t word)
{
    if (word < search->lowest || word > search->highest)
        return;
    struct record **link = &heap_list;
    for (; *link != NULL; link = &(*link)->next)
        if (word >= (*link)->start && word <= (*link)->start + (*link)->size)
            break;
    if (*link != NULL) {
        struct record *record = *link;
        *link = record->next;
        record->next = search->reached;
        search->reached = record;
    }
}

/* At every address: structures may be packed. */
static void search_words(struct search *search, uintptr_t start, uintptr_t end)
{
    for (; start + sizeof(uintptr_t) <= end; start++) {
        uintptr_t word;
        memcpy(&word, (void *)start, sizeof word);
        search_word(search, word);
    }
}

extern char __data_start, _end, __start_candor_own, __stop_candor_own;

/* The thread's own variables. */
static int search_own(struct dl_phdr_info *info, size_t size, void *search)
{
    if (info->dlpi_name != NULL && info->dlpi_name[0] != '\0')
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS && size > offsetof(struct dl_phdr_info, dlpi_tls_data) && info->dlpi_tls_data != NULL)
            search_words(search, (uintptr_t)info->dlpi_tls_data, (uintptr_t)info->dlpi_tls_data + info->dlpi_phdr[i].p_memsz);
    return 0;
}

/* The variables of the program, without ours, and what it may have put into the lists and strings that it was given. */
static void search_globals(struct search *search)
{
    uintptr_t start = (uintptr_t)&__data_start, end = (uintptr_t)&_end;
    uintptr_t own_start = (uintptr_t)&__start_candor_own, own_end = (uintptr_t)&__stop_candor_own;
    search_words(search, top_of_stack, end_of_lists);
    dl_iterate_phdr(search_own, search);
    for (const struct record *record = globals_list; record != NULL; record = record->next)
        if (record->start < start || record->start >= end)
            search_words(search, record->start, record->start + record->size);
    if (own_start < start || own_end > end) {
        search_words(search, start, end);
        return;
    }
    search_words(search, start, own_start);
    search_words(search, own_end, end);
}

static int is_left_over(uintptr_t start)
{
    for (const struct record *record = waiting_list; record != NULL; record = record->next)
        if (record->is_left_over && record->start == start)
            return 1;
    return 0;
}

/* What the functions hold that are still active. */
static void search_stack(struct search *search)
{
    if (has_dead_frames) {
        search_words(search, (uintptr_t)__builtin_frame_address(0), top_of_stack);
        return;
    }
    for (const struct record *record = stack_list; record != NULL; record = record->next)
        if (record->size != MARK && !record->is_arguments && !is_left_over(record->start))
            search_words(search, record->start, record->start + record->size);
    for (const struct record *record = waiting_list; record != NULL; record = record->next)
        if (!record->is_left_over)
            search_word(search, record->start);
}

static void check_lost(void)
{
    struct search search = {NULL, UINTPTR_MAX, 0};
    struct record *searched = NULL;
    for (const struct record *record = heap_list; record != NULL; record = record->next) {
        if (record->start < search.lowest)
            search.lowest = record->start;
        if (record->start + record->size > search.highest)
            search.highest = record->start + record->size;
    }
    search_globals(&search);
    search_stack(&search);
    while (search.reached != NULL) {
        struct record *record = search.reached;
        search.reached = record->next;
        record->next = searched;
        searched = record;
        search_words(&search, record->start, record->start + record->size);
    }
    if (heap_list != NULL)
        fault("memory-leak", NULL, "nothing points to the %zu bytes at %p any more", heap_list->size, (void *)heap_list->start);
    heap_list = searched;
}

/* Before main returns: no variable is alive any more. The search itself comes when the handlers of exit have run. */
void __candor_check_leaks(void)
{
    while (stack_list != NULL)
        __candor_fun_exit();
    has_dead_frames = 0;
}

static int wants_cleanup OWN = 0;

/* The stricter property: nothing at all may be left. */
void __candor_check_cleanup(void)
{
    wants_cleanup = 1;
}

static void at_end(int aborted)
{
    (void)aborted;
    on_end = NULL;
    check_lost();
    if (wants_cleanup && heap_list != NULL)
        fault("memory-cleanup", NULL, "the %zu bytes at %p are not freed", heap_list->size, (void *)heap_list->start);
}

__attribute__((destructor(101))) static void at_last(void)
{
    if (on_end != NULL)
        on_end(0);
}

static void after_allocation(void *block, size_t size)
{
    push(&other_list, (uintptr_t)block, size);
}

static void before_release(void *block)
{
    struct record **other = find_start(&other_list, (uintptr_t)block);
    if (other != NULL)
        pop(other);
    else if (announced != block)
        __candor_handle_free(block, NULL);
    announced = NULL;
}

/* The program's arguments are objects too, at a distance from each other like all others. */
static void remember_strings(char **list)
{
    size_t count = 0;
    for (; list[count] != NULL; count++) {
        size_t size = strlen(list[count]) + 1;
        char *copy = (char *)take(RED_ZONE + size + RED_ZONE, 16) + RED_ZONE;
        memcpy(copy, list[count], size);
        list[count] = copy;
        push(&globals_list, (uintptr_t)copy, size);
    }
    push(&globals_list, (uintptr_t)list, (count + 1) * sizeof *list);
}

__attribute__((constructor(101))) static void start(int argc, char **argv, char **environment)
{
    (void)argc;
    top_of_stack = (uintptr_t)argv;
    end_of_lists = (uintptr_t)(environment + 1);
    remember_strings(argv);
#ifdef CANDOR_ENVIRONMENT
    push(&globals_list, (uintptr_t)environment, sizeof *environment);
#endif
    on_allocation = after_allocation;
    on_release = before_release;
    on_end = at_end;
}
