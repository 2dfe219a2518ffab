// What the functions of the library say of arguments that are none.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
int main(void)
{
    struct timespec now = {0, 0};
    struct rusage used;
    struct rlimit most;
    pthread_barrier_t barrier;
    pthread_condattr_t attributes;
    pthread_attr_t of_thread;
    pthread_condattr_init(&attributes);
    pthread_attr_init(&of_thread);
    assert(clock_settime(CLOCK_MONOTONIC, &now) == -1 && errno == EINVAL);
    assert(clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &now, 0) == EINVAL);
    assert(getrusage(99, &used) == -1);
    assert(getrusage(RUSAGE_CHILDREN, &used) == 0 && used.ru_maxrss == 0);
    assert(getrlimit(99, &most) == -1);
    assert(pthread_barrier_init(&barrier, 0, 0xffffffffu) == EINVAL);
    assert(pthread_condattr_setclock(&attributes, CLOCK_BOOTTIME) == EINVAL);
    assert(pthread_attr_setscope(&of_thread, PTHREAD_SCOPE_PROCESS) == ENOTSUP);
    assert(pthread_attr_setstacksize(&of_thread, 1) == EINVAL);
    assert(sched_get_priority_max(99) == -1 && sched_get_priority_max(SCHED_FIFO) == 99);
    assert(waitpid(-1, 0, 0x100) == -1 && errno == EINVAL);
    return 0;
}
