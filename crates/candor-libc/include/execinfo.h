/* <execinfo.h> */
#ifndef _EXECINFO_H
#define _EXECINFO_H

#include <features.h>

int backtrace(void **__to, int __size);
char **backtrace_symbols(void *const *__addresses, int __size);
void backtrace_symbols_fd(void *const *__addresses, int __size, int __fd);

#endif
