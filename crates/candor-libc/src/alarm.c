/* alarm: a signal that comes later, wherever the program is then. Handlers are synchronous calls here, so that a program
 * that has set an alarm is not decided. One that is just run is done before its alarm goes off. */
#include "candor.h"
#include <unistd.h>

unsigned int alarm(unsigned int seconds)
{
    static unsigned int left;
    unsigned int before = left;
    if (seconds != 0 && !__candor_is_watched())
        __candor_unsupported("an alarm: its signal may come at any time");
    left = seconds;
    return before;
}
