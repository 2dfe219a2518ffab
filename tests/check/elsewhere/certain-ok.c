//@ flags: --property reach
//@ verdict: holds
//@ says: holds, if `main` has no null-dereference at line 8
// Nothing comes behind it.
extern void reach_error(void);
int main(void) {
    int *p = 0;
    *p = 1;
    reach_error();
    return 0;
}
