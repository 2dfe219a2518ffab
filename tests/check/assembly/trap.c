//@ flags: --property reach
extern void reach_error(void);
int main(void) {
    __asm__ volatile("1:\tnop");
    reach_error(); //~ error-call
    return 0;
}
