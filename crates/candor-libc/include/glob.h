/* <glob.h> */
#ifndef _GLOB_H
#define _GLOB_H

#include <features.h>
#include <sys/types.h>

#define GLOB_ERR 1
#define GLOB_MARK 2
#define GLOB_NOSORT 4
#define GLOB_DOOFFS 8
#define GLOB_NOCHECK 16
#define GLOB_APPEND 32
#define GLOB_NOESCAPE 64
#define GLOB_NOSPACE 1
#define GLOB_ABORTED 2
#define GLOB_NOMATCH 3

/* As large as glibc's. */
typedef struct {
    size_t gl_pathc;
    char **gl_pathv;
    size_t gl_offs;
    int gl_flags;
    void (*__close)(void *);
    void *__functions[4];
} glob_t;

int glob(const char *__restrict __pattern, int __flags, int (*__error)(const char *, int), glob_t *__restrict __to);
void globfree(glob_t *__matches);

#endif
