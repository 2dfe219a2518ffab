/* Two processes that share memory: Peterson's algorithm. With -DFAULTY the second one does not let the first one go ahead. */
#include <assert.h>
#include <stdatomic.h>

static atomic_int wants[2], turn, inside;

static void critical(void) {
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
}

void first(void) {
    atomic_store(&wants[0], 1);
    atomic_store(&turn, 1);
    while (atomic_load(&wants[1]) && atomic_load(&turn) == 1)
        ;
    critical();
    atomic_store(&wants[0], 0);
}

static void *second(void) {
    atomic_store(&wants[1], 1);
#ifndef FAULTY
    atomic_store(&turn, 0);
#endif
    while (atomic_load(&wants[0]) && atomic_load(&turn) == 0)
        ;
    critical();
    atomic_store(&wants[1], 0);
    return 0;
}

void *(*used)(void) = second;
