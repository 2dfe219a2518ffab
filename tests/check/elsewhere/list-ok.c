//@ flags: --engine loops
//@ says: pointers of unknown origin are null or point to external memory, as large as it is used
// A list of others, however long: what comes from elsewhere leads elsewhere.
#include <stddef.h>
struct device { int status; struct device *next; };
extern struct device *find_device(void);
int main(void) {
    int n_ready = 0;
    struct device *last = NULL;
    for (struct device *device = find_device(); device != NULL; device = device->next) {
        device->status = 5;
        last = device;
        if (n_ready < 100)
            n_ready++;
    }
    if (last != NULL)
        last->status = n_ready;
    return 0;
}
