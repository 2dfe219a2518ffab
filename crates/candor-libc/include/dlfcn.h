/* <dlfcn.h> */
#ifndef _DLFCN_H
#define _DLFCN_H

#include <features.h>

#define RTLD_LAZY 1
#define RTLD_NOW 2
#define RTLD_GLOBAL 0x100
#define RTLD_LOCAL 0
#define RTLD_NOLOAD 4
#define RTLD_NODELETE 0x1000
#define RTLD_DEFAULT ((void *)0)
#define RTLD_NEXT ((void *)-1l)

void *dlopen(const char *__path, int __mode);
int dlclose(void *__handle);
void *dlsym(void *__restrict __handle, const char *__restrict __name);
char *dlerror(void);

#ifdef __CANDOR_GNU
typedef struct {
    const char *dli_fname;
    void *dli_fbase;
    const char *dli_sname;
    void *dli_saddr;
} Dl_info;

int dladdr(const void *__address, Dl_info *__to);
#endif

#endif
