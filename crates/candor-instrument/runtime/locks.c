/* Lock discipline, for programs with one thread: which mutexes are held. */

enum { MAX_HELD = 256 };

struct held_mutex {
    const void *mutex;
    const char *place;
};

static struct held_mutex held[MAX_HELD] OWN = {{NULL, NULL}};
static int n_held OWN = 0;

static int find(const void *mutex)
{
    for (int i = 0; i < n_held; i++)
        if (held[i].mutex == mutex)
            return i;
    return -1;
}

static void hold(const void *mutex, const char *place)
{
    if (n_held == MAX_HELD)
        __candor_unsupported("more than 256 mutexes are held at once");
    held[n_held++] = (struct held_mutex){mutex, place};
}

void __candor_before_lock(void *mutex, const char *place)
{
    if (find(mutex) >= 0)
        fault("lock-misuse", place, "the mutex at %p is locked already", mutex);
    hold(mutex, place);
}

/* Trying is never wrong. A mutex that may be locked twice is then held twice. */
void __candor_after_try(int result, void *mutex, const char *place)
{
    if (result == 0)
        hold(mutex, place);
}

void __candor_before_unlock(void *mutex, const char *place)
{
    int position = find(mutex);
    if (position < 0)
        fault("lock-misuse", place, "the mutex at %p is not locked", mutex);
    held[position] = held[--n_held];
}

/* A program that aborts has given up; nobody expects it to unlock anything. */
static void no_lock_may_be_held(int aborted)
{
    on_end = NULL;
    if (!aborted && n_held > 0)
        fault("lock-misuse", held[0].place, "the mutex at %p is still locked when the program ends", held[0].mutex);
}

/* Also for programs that end without the models of the library. */
__attribute__((destructor(101))) static void look_at_last(void)
{
    if (on_end != NULL)
        on_end(0);
}

__attribute__((constructor(101))) static void start_locks(void)
{
    on_end = no_lock_may_be_held;
}
