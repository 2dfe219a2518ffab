/* The environment: what the program puts in and, in an open world, any text for a variable that it asks for; otherwise it is empty
 * at first.
 *
 * As in glibc, text that setenv made is never freed, because an earlier result of getenv may still point to it; all of
 * it stays reachable from a list. */
#define _GNU_SOURCE
#include "candor.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct assignment {
    struct assignment *next;
    char text[]; /* NAME=value */
};

static char *no_variables[1];
static struct assignment *made;
static char **table; /* the array that we allocated for environ, if any */
static size_t n_slots;

char **environ = no_variables;
extern char **__environ __attribute__((__alias__("environ")));
extern char **_environ __attribute__((__alias__("environ")));

/* How many variables there are; a program may assign its own array, or null, to environ. */
static size_t count_variables(void)
{
    size_t n = 0;
    while (environ != NULL && environ[n] != NULL)
        n++;
    return n;
}

static int is_named(const char *entry, const char *name, size_t n)
{
    return strncmp(entry, name, n) == 0 && entry[n] == '=';
}

/* The position of a variable, or the number of variables. */
static size_t find(const char *name, size_t n)
{
    size_t i = 0;
    while (environ != NULL && environ[i] != NULL && !is_named(environ[i], name, n))
        i++;
    return i;
}

/* Variables that were asked for and that the program has not set: what they are stays the same. */
struct answer {
    struct answer *next;
    char *value; /* NULL: it is not set */
    char name[];
};

static struct answer *answers;
static int is_cleared; /* environ has all variables that there are */

static struct answer *remember(const char *name, char *value)
{
    size_t size = strlen(name) + 1;
    struct answer *answer = __candor_outside_block(sizeof *answer + size, FILLED_WITH_ZEROS);
    memcpy(answer->name, name, size);
    answer->value = value;
    answer->next = answers;
    answers = answer;
    return answer;
}

static struct answer *find_answer(const char *name)
{
    struct answer *answer = answers;
    while (answer != NULL && strcmp(answer->name, name) != 0)
        answer = answer->next;
    return answer;
}

/* Whether the name is like "A=B", which finds "A=B=1", and there is no variable A. */
static int is_unset(const char *name)
{
    const char *end = strchr(name, '=');
    const struct answer *answer = end == NULL ? NULL : answers;
    size_t n = end == NULL ? 0 : (size_t)(end - name);
    while (answer != NULL && (strncmp(answer->name, name, n) != 0 || answer->name[n] != 0))
        answer = answer->next;
    return answer != NULL && answer->value == NULL;
}

/* What was there before the program began. */
static char *ask(const char *name)
{
    /* A program that assigns an array of its own to environ has no other variables. */
    int is_own = environ != no_variables && (table == NULL || environ != table);
    if (!__candor_is_open() || is_cleared || is_own || is_unset(name))
        return NULL;
    struct answer *answer = find_answer(name);
    if (answer == NULL)
        answer = remember(name, __candor_outside(1) ? __model_text() : NULL);
    return answer->value;
}

char *getenv(const char *name)
{
    size_t n = strlen(name);
    if (n == 0)
        return NULL;
    /* Two threads may ask at the same time, and get the same answer. */
    __candor_atomic_begin();
    size_t i = find(name, n);
    char *value = environ != NULL && environ[i] != NULL ? environ[i] + n + 1 : ask(name);
    __candor_atomic_end();
    return value;
}

char *secure_getenv(const char *name)
{
    return getenv(name);
}

/* Makes environ our own array with room for one more variable. */
static int reserve(size_t n_variables)
{
    if (table != NULL && environ == table && n_variables + 2 <= n_slots)
        return 1;
    char **larger = malloc((2 * n_variables + 8) * sizeof *larger);
    if (larger == NULL)
        return 0;
    is_cleared |= environ != no_variables && environ != table;
    for (size_t i = 0; i < n_variables; i++)
        larger[i] = environ[i];
    larger[n_variables] = NULL;
    free(table);
    table = larger;
    n_slots = 2 * n_variables + 8;
    environ = table;
    return 1;
}

static int put(char *text, size_t i, size_t n_variables)
{
    if (i == n_variables) {
        if (!reserve(n_variables))
            return -1;
        environ[i + 1] = NULL;
    }
    environ[i] = text;
    return 0;
}

static int is_name(const char *name)
{
    return name != NULL && *name != 0 && strchr(name, '=') == NULL;
}

int setenv(const char *name, const char *value, int overwrite)
{
    if (!is_name(name)) {
        errno = EINVAL;
        return -1;
    }
    size_t n = strlen(name);
    size_t size = strlen(value) + 1;
    size_t i = find(name, n);
    size_t n_variables = count_variables();
    if (!overwrite && (i < n_variables || ask(name) != NULL))
        return 0;
    struct assignment *assignment = malloc(sizeof *assignment + n + 1 + size);
    if (assignment == NULL)
        return -1;
    memcpy(assignment->text, name, n);
    assignment->text[n] = '=';
    memcpy(assignment->text + n + 1, value, size);
    assignment->next = made;
    made = assignment;
    return put(assignment->text, i, n_variables);
}

/* Takes a variable away, also where it is listed more than once. */
static void drop(const char *name, size_t n)
{
    size_t n_variables = count_variables();
    for (size_t first = find(name, n); first < n_variables; first = find(name, n)) {
        for (size_t i = first; i < n_variables; i++)
            environ[i] = environ[i + 1];
        n_variables--;
    }
}

int unsetenv(const char *name)
{
    if (!is_name(name)) {
        errno = EINVAL;
        return -1;
    }
    drop(name, strlen(name));
    struct answer *answer = find_answer(name);
    if (answer != NULL)
        answer->value = NULL;
    else if (__candor_is_open())
        remember(name, NULL);
    return 0;
}

/* The text itself becomes part of the environment. Without a `=` it deletes, as in glibc. */
int putenv(char *assignment)
{
    const char *end = strchr(assignment, '=');
    if (end == NULL)
        return unsetenv(assignment);
    size_t n = (size_t)(end - assignment);
    return put(assignment, find(assignment, n), count_variables());
}

int clearenv(void)
{
    environ = NULL;
    is_cleared = 1;
    return 0;
}

int system(const char *command)
{
    __model_cancellation_point();
    if (command != NULL)
        (void)strlen(command);
    if (!__candor_outside(1))
        return command == NULL ? 0 : -1;
    return command == NULL ? 1 : (int)__candor_outside(16);
}
