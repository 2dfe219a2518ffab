//@ flags: --property reach --svcomp
//@ verdict: holds
// Whatever is read there.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int lock;
struct device { int status; };
int main(void) {
    struct device *device; // LDV leaves it open
    lock = 1;
    device->status = 1;
    if (device->status > 3)
        lock = 2;
    if (lock > 2)
        reach_error();
    return 0;
}
