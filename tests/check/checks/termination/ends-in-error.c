//@ flags: --property termination
// The condition of the call never comes true.
extern void reach_error(void);
int main(void) {
    _Bool on = 1;
    while (1) {
        if (!on) reach_error(); //~ termination
        on = 1;
    }
}
