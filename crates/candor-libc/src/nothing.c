/* What the linker puts in place of functions that can have nothing to do. */
#include "candor.h"

int __model_no(void)
{
    return 0;
}

void __model_nothing(void)
{
}
