/* <regex.h> */
#ifndef _REGEX_H
#define _REGEX_H

#include <features.h>
#include <sys/types.h>

#define REG_EXTENDED 1
#define REG_ICASE 2
#define REG_NEWLINE 4
#define REG_NOSUB 8
#define REG_NOTBOL 1
#define REG_NOTEOL 2

enum {
    REG_NOERROR = 0,
    REG_NOMATCH,
    REG_BADPAT,
    REG_ECOLLATE,
    REG_ECTYPE,
    REG_EESCAPE,
    REG_ESUBREG,
    REG_EBRACK,
    REG_EPAREN,
    REG_EBRACE,
    REG_BADBR,
    REG_ERANGE,
    REG_ESPACE,
    REG_BADRPT
};

typedef int regoff_t;

/* As large as glibc's. */
typedef struct {
    void *__buffer;
    unsigned long __allocated;
    unsigned long __used;
    unsigned long __syntax;
    char *__fastmap;
    unsigned char *__translate;
    size_t re_nsub;
    unsigned int __flags;
} regex_t;

typedef struct {
    regoff_t rm_so;
    regoff_t rm_eo;
} regmatch_t;

int regcomp(regex_t *__restrict __to, const char *__restrict __pattern, int __flags);
int regexec(const regex_t *__restrict __pattern, const char *__restrict __s, size_t __n_matches, regmatch_t __matches[],
            int __flags);
size_t regerror(int __number, const regex_t *__restrict __pattern, char *__restrict __to, size_t __size);
void regfree(regex_t *__pattern);

#endif
