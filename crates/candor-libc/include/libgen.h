/* <libgen.h> */
#ifndef _LIBGEN_H
#define _LIBGEN_H

char *dirname(char *__path);
char *__xpg_basename(char *__path);
#define basename __xpg_basename

#endif
