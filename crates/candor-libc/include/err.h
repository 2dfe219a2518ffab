/* <err.h> */
#ifndef _ERR_H
#define _ERR_H

#include <features.h>

#define __need___va_list
#include <stdarg.h>

void warn(const char *__format, ...) __attribute__((__format__(__printf__, 1, 2)));
void warnx(const char *__format, ...) __attribute__((__format__(__printf__, 1, 2)));
void vwarn(const char *__format, __gnuc_va_list __arguments);
void vwarnx(const char *__format, __gnuc_va_list __arguments);
__CANDOR_NORETURN void err(int __status, const char *__format, ...) __attribute__((__format__(__printf__, 2, 3)));
__CANDOR_NORETURN void errx(int __status, const char *__format, ...) __attribute__((__format__(__printf__, 2, 3)));
__CANDOR_NORETURN void verr(int __status, const char *__format, __gnuc_va_list __arguments);
__CANDOR_NORETURN void verrx(int __status, const char *__format, __gnuc_va_list __arguments);

#endif
