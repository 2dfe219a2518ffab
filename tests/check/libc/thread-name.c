// A thread's name has up to 15 characters; a longer one is refused.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
int main(void)
{
    assert(pthread_setname_np(pthread_self(), "fifteen letters") == 0);
    assert(pthread_setname_np(pthread_self(), "sixteen letters.") == 0); //~ assertion
    return 0;
}
