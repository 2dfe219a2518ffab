#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <sys/select.h>

int main(void)
{
    struct timeval limit = {1, 2500000};
    int n = select(0, NULL, NULL, NULL, &limit);
    assert(n == 0 || (n == -1 && errno == EINTR));
    if (n == 0)
        assert(limit.tv_sec == 0 && limit.tv_usec == 0);
    else
        assert(limit.tv_sec <= 3 && limit.tv_usec < 1000000 && (limit.tv_sec < 3 || limit.tv_usec <= 500000));
    struct timeval past = {0, -1};
    assert(select(0, NULL, NULL, NULL, &past) == -1 && errno == EINVAL);
    return 0;
}
