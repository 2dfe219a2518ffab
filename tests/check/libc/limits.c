#include <assert.h>
#include <sys/resource.h>

int main(void)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    assert(limit.rlim_max == RLIM_INFINITY); //~ assertion
    return 0;
}
