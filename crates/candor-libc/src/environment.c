/* The environment is empty and stays so; no command can be run. */
#define _GNU_SOURCE
#include "candor.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *no_variables[1];
char **environ = no_variables;
char **__environ = no_variables;

char *getenv(const char *name)
{
    (void)strlen(name); /* the name must be a string */
    return NULL;
}

char *secure_getenv(const char *name)
{
    return getenv(name);
}

int setenv(const char *name, const char *value, int overwrite)
{
    (void)value;
    (void)overwrite;
    if (*name == 0 || strchr(name, '=') != NULL)
        errno = EINVAL;
    else
        errno = ENOMEM;
    return -1;
}

int unsetenv(const char *name)
{
    if (*name != 0 && strchr(name, '=') == NULL)
        return 0;
    errno = EINVAL;
    return -1;
}

int putenv(char *assignment)
{
    (void)strlen(assignment);
    errno = ENOMEM;
    return -1;
}

int clearenv(void)
{
    return 0;
}

int system(const char *command)
{
    return command == NULL ? 0 : -1;
}
