/* errno: one number per thread. */
#include "candor.h"
#include <errno.h>

static _Thread_local int number;

int *__errno_location(void)
{
    return &number;
}
