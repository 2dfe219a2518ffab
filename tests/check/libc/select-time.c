#include <stddef.h>
#include <sys/select.h>
#include <assert.h>

int main(void)
{
    struct timeval limit = {1, 2500000};
    if (select(0, NULL, NULL, NULL, &limit) == -1)
        assert(limit.tv_sec < 3); //~ assertion
    return 0;
}
