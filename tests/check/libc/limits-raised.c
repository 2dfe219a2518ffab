#include <assert.h>
#include <sys/resource.h>

int main(void)
{
    struct rlimit limit = {10, 10};
    if (setrlimit(RLIMIT_NOFILE, &limit))
        return 0;
    limit.rlim_max = 20;
    assert(setrlimit(RLIMIT_NOFILE, &limit) == 0); //~ assertion
    return 0;
}
