// It may be null.
struct device { int status; struct device *next; };
extern struct device *find_device(void);
int main(void) {
    struct device *device = find_device();
    return device->status; //~ null-dereference
}
