/* exit and the handlers that it runs, last registered first. Returning from main means calling exit.
 *
 * A handler may register further ones, which then run next; it may not call exit again. */
#define _GNU_SOURCE
#include "candor.h"
#include <stdlib.h>

enum { MAX_HANDLERS = 256 };

struct handler {
    void (*plain)(void);
    void (*with_status)(int, void *);
    void (*with_argument)(void *);
    void *argument;
};

static struct handler handlers[MAX_HANDLERS];
static int n_handlers;
static int exiting;

static int register_handler(struct handler handler)
{
    if (n_handlers == MAX_HANDLERS)
        return -1;
    handlers[n_handlers++] = handler;
    return 0;
}

int atexit(void (*handler)(void))
{
    struct handler entry = {handler, NULL, NULL, NULL};
    return register_handler(entry);
}

int on_exit(void (*handler)(int, void *), void *argument)
{
    struct handler entry = {NULL, handler, NULL, argument};
    return register_handler(entry);
}

int __cxa_atexit(void (*handler)(void *), void *argument, void *module)
{
    struct handler entry = {NULL, NULL, handler, argument};
    (void)module;
    return register_handler(entry);
}

static void run(const struct handler *handler, int status)
{
    if (handler->plain != NULL)
        handler->plain();
    else if (handler->with_status != NULL)
        handler->with_status(status, handler->argument);
    else
        handler->with_argument(handler->argument);
}

void exit(int status)
{
    __candor_atomic_begin();
    CHECK_ARGUMENT(!exiting, "exit is called by a function that exit itself called");
    exiting = 1;
    if (n_handlers > 0)
        __candor_atomic_end();
    while (n_handlers > 0)
        run(&handlers[--n_handlers], status);
    __candor_exit(status);
}
