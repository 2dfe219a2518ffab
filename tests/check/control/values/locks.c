//@ flags: --property reach --engine values
//@ verdict: holds
// A lock that is taken and given back in any order of events, with memory in between that nobody follows.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int is_locked, n_opened;
static void lock(void) {
    if (is_locked) reach_error();
    is_locked = 1;
}
static void unlock(void) {
    if (!is_locked) reach_error();
    is_locked = 0;
}
static int open_it(int mode) {
    lock();
    if (mode < 0) {
        unlock();
        return -1;
    }
    n_opened++;
    unlock();
    return 0;
}
int main(void) {
    int state = 0, result = 0;
    for (;;) {
        switch (__VERIFIER_nondet_int()) {
        case 0:
            if (state == 0) {
                result = open_it(__VERIFIER_nondet_int());
                if (result == 0) state = 1;
            }
            break;
        case 1:
            if (state == 1) {
                lock();
                state = 2;
            }
            break;
        case 2:
            if (state == 2) {
                unlock();
                state = 0;
            }
            break;
        case 3:
            if (is_locked != (state == 2)) reach_error();
            if (state != 2) return 0;
            break;
        default:
            break;
        }
    }
}
