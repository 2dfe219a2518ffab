/* <error.h> */
#ifndef _ERROR_H
#define _ERROR_H

#include <features.h>

void error(int __status, int __number, const char *__format, ...) __attribute__((__format__(__printf__, 3, 4)));
void error_at_line(int __status, int __number, const char *__file, unsigned int __line, const char *__format, ...)
    __attribute__((__format__(__printf__, 5, 6)));

extern void (*error_print_progname)(void);
extern unsigned int error_message_count;
extern int error_one_per_line;

#endif
