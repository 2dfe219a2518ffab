//@ says: pointers of unknown origin are null or point to external memory, as large as it is used
// Who looks before gets any value, and pointers that are no better.
#include <assert.h>
#include <stddef.h>
struct device { int status; struct device *next; };
extern struct device *find_device(void);
static int n_devices;
int main(void) {
    struct device *device = find_device();
    if (device == NULL)
        return 0;
    n_devices = 1;
    device->status = 5;
    if (device->next != NULL)
        device->next->status = 7;
    assert(n_devices == 1);
    return 0;
}
