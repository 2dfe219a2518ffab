//@ flags: --property reach --svcomp
//@ verdict: unknown
// Somebody may count the execution in which the value at no address is 5.
extern void reach_error(void);
int main(void) {
    int *p = 0;
    if (*p == 5)
        reach_error();
    return 0;
}
