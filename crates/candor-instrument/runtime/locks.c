/* Lock discipline, for programs with one thread: which mutexes are held. */

enum { MAX_HELD = 256 };

static const void *held[MAX_HELD] OWN = {NULL};
static int n_held OWN = 0;

static int find(const void *mutex)
{
    for (int i = 0; i < n_held; i++)
        if (held[i] == mutex)
            return i;
    return -1;
}

void __candor_before_lock(void *mutex, const char *place)
{
    if (find(mutex) >= 0)
        fault("lock-misuse", place, "the mutex at %p is locked already", mutex);
    if (n_held == MAX_HELD)
        __candor_unsupported("more than 256 mutexes are held at once");
    held[n_held++] = mutex;
}

void __candor_before_unlock(void *mutex, const char *place)
{
    int position = find(mutex);
    if (position < 0)
        fault("lock-misuse", place, "the mutex at %p is not locked", mutex);
    held[position] = held[--n_held];
}

void __candor_no_lock_is_held(const char *place)
{
    if (n_held > 0)
        fault("lock-misuse", place, "the mutex at %p is still locked when the program ends", (void *)held[0]);
}
