/* What the interpreter gives the models, and the few names that model files share.
 *
 * A model is plain C that the interpreter runs as it runs the user's program, concretely or symbolically. So models
 * keep to simple loops, never read past an object, and say a condition as one value (`&`, not `&&`) where a branch is
 * not needed: each branch on data may become two paths. */
#ifndef CANDOR_H
#define CANDOR_H

#include <stddef.h>

/* Natives: implemented by the interpreter's platform. */
void __candor_put(int fd, int c);
int __candor_get(void);
/* Does anybody see what is printed? If not, only its length matters. */
int __candor_is_watched(void);
/* A number from 0 to 255 of which nothing is known; for what is not watched. */
int __candor_arbitrary(void);
/* So many bits, 1 to 64, that the world outside decides without being asked: how late it is, which signal comes. A plain
 * run gets 0. */
unsigned long long __candor_outside(int bits);
/* Whether the world outside is arbitrary. If not, there are no files, no variables of the environment, and random numbers are glibc's. */
int __candor_is_open(void);
/* A block of at most 4096 bytes that is nobody's to free. */
enum { FILLED_WITH_ZEROS, FILLED_WITH_BYTES, FILLED_WITH_TEXT };
void *__candor_outside_block(size_t size, int filling);
/* Any text of at most 4095 characters. */
char *__model_text(void);
/* Memory that somebody else has written, in words of so many bits. */
void __candor_make_foreign(void *to, size_t size, int bits);
/* Executions in which it does not hold do not count. */
void __candor_assume(int ok);
_Noreturn void __candor_exit(int status);
/* The same without the destructors of the program. */
_Noreturn void __candor_quit(int status);
/* Ends the run as abort does, without a handler of SIGABRT. */
_Noreturn void __candor_abort(void);
/* A check of the named id, reported at the user's call of the library. */
void __candor_check(int ok, const char *check, const char *message);

/* Ends the run as unsupported, never as a fault of the program. */
void __candor_unsupported(const char *what);
/* The same where the model goes on as if it were supported, with what nobody knows in memory: whoever follows no memory need not stop. */
void __candor_unsupported_data(const char *what);

/* The caller hands over memory that is read: what attributes say makes no difference. */
static inline void __model_read_attributes(const void *given)
{
    (void)*(const volatile char *)given;
}

/* Whether the time until which a function waits is one; it is read in any case. */
struct timespec;
int __model_is_time_limit(const struct timespec *until);

/* Threads. A section between begin and end is never interrupted; sections nest. */
void __candor_atomic_begin(void);
void __candor_atomic_end(void);
/* Inside a section: if not `ok` the section has not begun, and other threads run until it can. */
void __candor_await(int ok);
/* The same for who waits to be woken: it may also go on for no reason, if that is asked for. */
void __candor_await_signal(int ok);
/* Inside a section: what it has used so far orders nothing, neither what came before nor what comes later. For what fails. */
void __candor_unordered(void);
/* Inside a section: whether to refuse a lock that is tried for and could be had, or to see what is not there, for who looks for data races. */
int __candor_pretend(void);
/* Either 0 or 1: what the scheduler chooses. */
int __candor_may(void);
/* A new thread that calls `run(start, argument)`; its number. */
int __candor_spawn(void *run, void *start, void *argument);
int __candor_self(void);
_Noreturn void __candor_thread_end(void *result);
/* 0: no such thread; 1: it runs or waits; 2: it has ended. */
int __candor_thread_progress(int thread);
void *__candor_thread_result(int thread);
/* Nobody will ask for it again. */
void __candor_thread_forget(int thread);
/* A number kept with each thread, 0 at first, -1 when it is forgotten. */
int __candor_thread_mark(int thread);
void __candor_thread_set_mark(int thread, int mark);
/* Threads that have not ended. */
int __candor_n_running(void);

#define CHECK_LOCK(ok, message) __candor_check((ok), "lock-misuse", (message))

/* The most frequent checks. Arguments are evaluated once. Copies that overlap in part are the native memcpy's to find;
 * it tolerates a copy of a range onto itself, which compilers emit for assignments, but strcpy(s, s) is an overlap. */
#define CHECK_ARGUMENT(ok, message) __candor_check((ok), "bad-stdlib-argument", (message))
#define CHECK_DISTINCT(to, from) \
    __candor_check((const void *)(to) != (const void *)(from), "overlapping-copy", "source and destination overlap")

/* Cancellation, see cancel.c. In a program that has no pthread_cancel the linker puts functions in their place that do nothing, so that they
 * cost nothing. The first is asked inside a section that nobody interrupts. */
int __model_is_cancelled(void);
int __model_can_cancel(void);
_Noreturn void __model_end_cancelled(void);
/* What a function does that is a cancellation point and does not wait. */
void __model_cancellation_point(void);

/* Waits until a signal was handled, for ever if none is; -1, with EINTR. */
int __model_wait_for_handler(void);
/* The same for one that may be a cancellation point and need not be. */
void __model_may_cancel(void);
void __model_run_cleanup(void);
int __model_no(void);
void __model_nothing(void);
void __model_trap(void);
void __model_debug_trap(void);
/* What a thread's mark says, as bits; -1 means that it was joined. */
enum { MARK_DETACHED = 1, MARK_CANCELLED = 2 };

/* Names that begin with __model_ are shared between model files and are no part of any C interface. */

#endif
