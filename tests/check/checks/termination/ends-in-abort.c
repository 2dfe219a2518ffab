//@ flags: --property termination
// The condition of the call never comes true.
extern void abort(void);
int main(void) {
    _Bool on = 1;
    while (1) {
        if (!on) abort(); //~ termination
        on = 1;
    }
}
