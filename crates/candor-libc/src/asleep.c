/* Which threads wait to be woken, see asleep.h. */
#define _GNU_SOURCE
#include "asleep.h"

char __model_asleep[MAX_ASLEEP];
