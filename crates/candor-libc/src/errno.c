/* errno: one number per thread. */
#include "candor.h"
#include <errno.h>

/* Not static: the native allocation functions set it. */
_Thread_local int __candor_errno;

int *__errno_location(void)
{
    return &__candor_errno;
}
