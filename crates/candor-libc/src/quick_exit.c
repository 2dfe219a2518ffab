/* Leaving without the handlers of atexit. */
#define _GNU_SOURCE
#include "candor.h"
#include <stdlib.h>
#include <unistd.h>

enum { MAX_HANDLERS = 32 };

static void (*handlers[MAX_HANDLERS])(void);
static int n_handlers;

int at_quick_exit(void (*handler)(void))
{
    if (n_handlers == MAX_HANDLERS)
        return -1;
    handlers[n_handlers++] = handler;
    return 0;
}

void quick_exit(int status)
{
    while (n_handlers > 0)
        handlers[--n_handlers]();
    __candor_quit(status);
}

void _Exit(int status)
{
    __candor_quit(status);
}

void _exit(int status)
{
    __candor_quit(status);
}
