/* The interpreter's natives as a plain program has them, and the bookkeeping of the comparison. */
#include "shim.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char shim_output[1 << 16];
size_t shim_n_output;
const char *shim_failed_check;
static const char *input = "";

int n_disagreements;

void shim_reset(const char *text)
{
    shim_n_output = 0;
    shim_output[0] = 0;
    shim_failed_check = NULL;
    input = text;
}

void __candor_put(int fd, int c)
{
    if (fd != 1 && fd != 2)
        abort();
    if (shim_n_output + 1 < sizeof shim_output) {
        shim_output[shim_n_output++] = (char)c;
        shim_output[shim_n_output] = 0;
    }
}

int __candor_is_watched(void)
{
    return 1;
}

int __candor_arbitrary(void)
{
    return 0;
}

/* Nothing comes from outside: the world is closed. */
int __candor_is_open(void)
{
    return 0;
}

void *__candor_outside_block(size_t size, int filling)
{
    (void)filling;
    return calloc(1, size);
}

unsigned long long __candor_outside(int bits)
{
    (void)bits;
    return 0;
}

/* Zeros are as good as anything. */
void __candor_make_foreign(void *to, size_t size, int bits)
{
    (void)bits;
    memset(to, 0, size);
}

void __candor_assume(int ok)
{
    (void)ok;
}

int __candor_get(void)
{
    return *input == 0 ? -1 : (unsigned char)*input++;
}

void __candor_exit(int status)
{
    exit(status);
}

void __candor_quit(int status)
{
    exit(status);
}

void __candor_abort(void)
{
    abort();
}

void __candor_check(int ok, const char *check, const char *message)
{
    (void)message;
    if (!ok)
        shim_failed_check = check;
}

void __candor_unsupported(const char *what)
{
    printf("unsupported: %s\n", what);
    abort();
}

void __candor_unsupported_data(const char *what)
{
    __candor_unsupported(what);
}

void disagree(const char *what, const char *detail, const char *host, const char *model)
{
    if (++n_disagreements <= 40)
        printf("%s [%.200s]\n  host  %.200s\n  model %.200s\n", what, detail, host, model);
}

uint64_t shim_random(void)
{
    static uint64_t state = 0x9e3779b97f4a7c15;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

int main(void)
{
    agree_format();
    agree_parse();
    agree_string();
    agree_stdlib();
    agree_scan();
    agree_time();
    agree_math();
    printf("%d disagreements\n", n_disagreements);
    return n_disagreements != 0;
}

/* One thread: sections are not interrupted, and whoever waits waits for ever. */
void __candor_atomic_begin(void)
{
}

void __candor_atomic_end(void)
{
}

void __candor_await(int ok)
{
    if (!ok)
        abort();
}

void __candor_await_signal(int ok)
{
    __candor_await(ok);
}

int __candor_pretend(void)
{
    return 0;
}

void __candor_unordered(void)
{
}

int __candor_may(void)
{
    return 0;
}

int __candor_spawn(void *run, void *start, void *argument)
{
    (void)run, (void)start, (void)argument;
    abort();
}

int __candor_self(void)
{
    return 0;
}

void __candor_thread_end(void *result)
{
    (void)result;
    abort();
}

int __candor_thread_progress(int thread)
{
    return thread == 0;
}

void *__candor_thread_result(int thread)
{
    (void)thread;
    abort();
}

void __candor_thread_forget(int thread)
{
    (void)thread;
}

int __candor_thread_mark(int thread)
{
    return thread == 0 ? 0 : -1;
}

void __candor_thread_set_mark(int thread, int mark)
{
    (void)thread, (void)mark;
}

int __candor_n_running(void)
{
    return 1;
}
