#include <assert.h>
#include <errno.h>
#include <sys/resource.h>

int main(void)
{
    struct rlimit before, now, wanted;
    assert(getrlimit(RLIMIT_STACK, &before) == 0);
    assert(before.rlim_cur <= before.rlim_max);
    wanted.rlim_cur = 0;
    wanted.rlim_max = before.rlim_max;
    assert(setrlimit(RLIMIT_STACK, &wanted) == 0);
    assert(getrlimit(RLIMIT_STACK, &now) == 0);
    assert(now.rlim_cur == 0 && now.rlim_max == before.rlim_max);
    if (before.rlim_max < 10)
    {
        wanted.rlim_max = 20;
        assert(setrlimit(RLIMIT_STACK, &wanted) == 0 || errno == EPERM);
    }
    wanted.rlim_cur = 30;
    wanted.rlim_max = 20;
    assert(setrlimit(RLIMIT_STACK, &wanted) == -1 && errno == EINVAL);
    return 0;
}
