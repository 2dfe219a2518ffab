//@ flags: --engine auto --stop-at-first
// The list may be empty.
#include <stddef.h>
struct device { int status; struct device *next; };
extern struct device *find_device(void);
int main(void) {
    struct device *last = NULL;
    for (struct device *device = find_device(); device != NULL; device = device->next) {
        device->status = 5;
        last = device;
    }
    last->status = 1; //~ null-dereference
    return 0;
}
