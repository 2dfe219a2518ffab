/* One thread at a time uses files, as calls of a system do. Only programs that make threads have this. */
#include "candor.h"
#include "files.h"

static int user; /* the number of the thread, plus one */
static int n_uses;

void __model_begin_file_use(void)
{
    int self = __candor_self() + 1;
    __candor_atomic_begin();
    __candor_await(user == 0 || user == self);
    user = self;
    n_uses++;
    __candor_atomic_end();
}

void __model_end_file_use(void)
{
    __candor_atomic_begin();
    if (--n_uses == 0)
        user = 0;
    __candor_atomic_end();
}
