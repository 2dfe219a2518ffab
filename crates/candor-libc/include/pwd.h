/* <pwd.h> */
#ifndef _PWD_H
#define _PWD_H

#include <features.h>
#include <sys/types.h>

struct passwd {
    char *pw_name;
    char *pw_passwd;
    uid_t pw_uid;
    gid_t pw_gid;
    char *pw_gecos;
    char *pw_dir;
    char *pw_shell;
};

struct passwd *getpwuid(uid_t __user);
struct passwd *getpwnam(const char *__name);
int getpwuid_r(uid_t __user, struct passwd *__restrict __to, char *__restrict __buffer, size_t __size,
               struct passwd **__restrict __result);
int getpwnam_r(const char *__restrict __name, struct passwd *__restrict __to, char *__restrict __buffer, size_t __size,
               struct passwd **__restrict __result);
void setpwent(void);
struct passwd *getpwent(void);
void endpwent(void);

#endif
