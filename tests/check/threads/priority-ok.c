#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>

int main(void)
{
    struct sched_param param = {0};
    assert(pthread_setschedparam(pthread_self(), SCHED_OTHER, &param) == 0);
    assert(pthread_setschedparam(pthread_self(), SCHED_FIFO, &param) == EINVAL);
    param.sched_priority = 5;
    assert(pthread_setschedparam(pthread_self(), SCHED_OTHER, &param) == EINVAL);
    assert(pthread_setschedparam(pthread_self(), 77, &param) == EINVAL);
    int result = pthread_setschedparam(pthread_self(), SCHED_RR, &param);
    assert(result == 0 || result == EPERM);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    assert(pthread_attr_setschedparam(&attributes, &param) == EINVAL);
    assert(pthread_attr_setschedpolicy(&attributes, SCHED_FIFO) == 0);
    assert(pthread_attr_setschedparam(&attributes, &param) == 0);
    return 0;
}
