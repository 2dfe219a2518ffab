/* <grp.h> */
#ifndef _GRP_H
#define _GRP_H

#include <features.h>
#include <sys/types.h>

struct group {
    char *gr_name;
    char *gr_passwd;
    gid_t gr_gid;
    char **gr_mem;
};

struct group *getgrgid(gid_t __group);
struct group *getgrnam(const char *__name);
void setgrent(void);
struct group *getgrent(void);
void endgrent(void);
int initgroups(const char *__user, gid_t __group);
int setgroups(size_t __n, const gid_t *__list);

#endif
