/* <langinfo.h> */
#ifndef _LANGINFO_H
#define _LANGINFO_H

#include <features.h>

#include <nl_types.h>

/* The numbers of glibc: a category and an index in it. */
#define ABDAY_1 0x20000
#define DAY_1 0x20007
#define ABMON_1 0x2000E
#define MON_1 0x2001A
#define AM_STR 0x20026
#define PM_STR 0x20027
#define D_T_FMT 0x20028
#define D_FMT 0x20029
#define T_FMT 0x2002A
#define T_FMT_AMPM 0x2002B
#define CODESET 14
#define RADIXCHAR 0x10000
#define THOUSEP 0x10001
#define YESEXPR 0x50000
#define NOEXPR 0x50001
#define CRNCYSTR 0x4000F

char *nl_langinfo(nl_item __item);

#endif
