/* <sys/sysinfo.h> */
#ifndef _SYS_SYSINFO_H
#define _SYS_SYSINFO_H

#include <features.h>

int get_nprocs(void);
int get_nprocs_conf(void);
long get_phys_pages(void);
long get_avphys_pages(void);

#endif
