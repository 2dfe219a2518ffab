/* The part of <fenv.h> that is true in every run: rounding is to nearest, and only that can be asked for. Exceptions are
 * not recorded, so the functions that read them have no model and a call of them is reported as such. */
#include "candor.h"
#include <fenv.h>

int fegetround(void)
{
    return FE_TONEAREST;
}

int feclearexcept(int which)
{
    (void)which;
    return 0;
}

int feraiseexcept(int which)
{
    (void)which;
    return 0;
}

int fesetround(int mode)
{
    if (mode != FE_TONEAREST)
        __candor_unsupported("rounding other than to nearest");
    return 0;
}

int fegetenv(fenv_t *to)
{
    fenv_t environment = {{0}};
    *to = environment;
    return 0;
}

int feholdexcept(fenv_t *to)
{
    return fegetenv(to);
}

int fesetenv(const fenv_t *from)
{
    (void)from;
    return 0;
}

int feupdateenv(const fenv_t *from)
{
    (void)from;
    return 0;
}
