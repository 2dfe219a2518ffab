//@ flags: --property reach
extern void reach_error(void);
int main(void) {
    int one = 0, *p = &one;
    *p = 1;
    reach_error(); //~ error-call
    return 0;
}
