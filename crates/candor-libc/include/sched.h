/* <sched.h> */
#ifndef _SCHED_H
#define _SCHED_H

#include <features.h>
#include <candor/timetypes.h>
#include <sys/types.h>

#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
#define SCHED_BATCH 3
#define SCHED_IDLE 5
#define SCHED_DEADLINE 6

struct sched_param {
    int sched_priority;
};

int sched_yield(void);
int sched_get_priority_max(int __policy);
int sched_get_priority_min(int __policy);

#endif
