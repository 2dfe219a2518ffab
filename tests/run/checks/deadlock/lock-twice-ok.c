//@ run-native
//@ data-model: both
// Recursive and error-checking mutexes may be locked twice, each in its own way.
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    pthread_mutexattr_t kind;
    pthread_mutex_t recursive, checking;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&recursive, &kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&checking, &kind);
    pthread_mutexattr_destroy(&kind);
    if (pthread_mutex_lock(&recursive) || pthread_mutex_lock(&recursive)) return 1;
    if (pthread_mutex_unlock(&recursive) || pthread_mutex_unlock(&recursive)) return 2;
    if (pthread_mutex_lock(&checking) || pthread_mutex_lock(&checking) != EDEADLK) return 3;
    if (pthread_mutex_unlock(&checking) || pthread_mutex_unlock(&checking) != EPERM) return 4;
    if (pthread_mutex_lock(&plain) || pthread_mutex_trylock(&plain) != EBUSY) return 5;
    if (pthread_mutex_unlock(&plain) || pthread_mutex_trylock(&plain)) return 6;
    pthread_mutex_unlock(&plain);
    return pthread_mutex_destroy(&recursive) || pthread_mutex_destroy(&checking);
}
