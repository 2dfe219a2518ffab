/* <nl_types.h> */
#ifndef _NL_TYPES_H
#define _NL_TYPES_H

#include <features.h>

#define NL_SETD 1
#define NL_CAT_LOCALE 1

typedef void *nl_catd;
typedef int nl_item;

nl_catd catopen(const char *__name, int __flag);
char *catgets(nl_catd __catalog, int __set, int __number, const char *__default);
int catclose(nl_catd __catalog);

#endif
