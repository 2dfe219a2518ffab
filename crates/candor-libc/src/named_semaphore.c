/* Semaphores with names: one process sees them, and they are gone when it ends. */
#define _GNU_SOURCE
#include "candor.h"
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdarg.h>
#include <string.h>

enum { MAX_SEMAPHORES = 8, MAX_NAME = 32 };

static struct named {
    char name[MAX_NAME];
    sem_t semaphore;
    int n_open;
    int has_name;
} all[MAX_SEMAPHORES];

static struct named *find(const char *name)
{
    for (int i = 0; i < MAX_SEMAPHORES; i++)
        if (all[i].has_name && strcmp(all[i].name, name) == 0)
            return &all[i];
    return NULL;
}

static struct named *make(const char *name, unsigned value)
{
    int i = 0;
    while (i < MAX_SEMAPHORES && (all[i].has_name || all[i].n_open > 0))
        i++;
    if (i == MAX_SEMAPHORES || strlen(name) >= MAX_NAME)
        __candor_unsupported("many semaphores with names, or one with a long name");
    if (sem_init(&all[i].semaphore, 0, value) != 0)
        return NULL;
    strcpy(all[i].name, name);
    all[i].has_name = 1;
    return &all[i];
}

static struct named *open_or_make(const char *name, int flags, unsigned value)
{
    struct named *found = find(name);
    if (found == NULL && !(flags & O_CREAT)) {
        errno = ENOENT;
        return NULL;
    }
    if (found != NULL && (flags & O_CREAT) && (flags & O_EXCL)) {
        errno = EEXIST;
        return NULL;
    }
    return found != NULL ? found : make(name, value);
}

sem_t *sem_open(const char *name, int flags, ...)
{
    unsigned value = 0;
    if (flags & O_CREAT) {
        va_list arguments;
        va_start(arguments, flags);
        (void)va_arg(arguments, unsigned);
        value = va_arg(arguments, unsigned);
        va_end(arguments);
    }
    __candor_atomic_begin();
    struct named *found = open_or_make(name, flags, value);
    if (found != NULL)
        found->n_open++;
    __candor_atomic_end();
    return found == NULL ? SEM_FAILED : &found->semaphore;
}

int sem_close(sem_t *semaphore)
{
    __candor_atomic_begin();
    int i = 0;
    while (i < MAX_SEMAPHORES && (semaphore != &all[i].semaphore || all[i].n_open == 0))
        i++;
    if (i < MAX_SEMAPHORES)
        all[i].n_open--;
    __candor_atomic_end();
    CHECK_LOCK(i < MAX_SEMAPHORES, "a semaphore is closed that is not open");
    return 0;
}

int sem_unlink(const char *name)
{
    __candor_atomic_begin();
    struct named *found = find(name);
    if (found != NULL)
        found->has_name = 0;
    __candor_atomic_end();
    if (found != NULL)
        return 0;
    errno = ENOENT;
    return -1;
}
