// A pointer is read from two places in turn; the second one is written by its number.
//@ flags: --slice on
extern void reach_error(void);
int a, *first = &a, *second = &a, **p;
unsigned long told;
int main(void) {
    told = (unsigned long)&second;
    p = &first;
    **p = 1;
    p = &second;
    **p = 2;
    *(int **)told = 0;
    if (*p == 0)
        reach_error(); //~ error-call
    return 0;
}
