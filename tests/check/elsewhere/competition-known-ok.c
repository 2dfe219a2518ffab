//@ flags: --property reach --svcomp
//@ verdict: unknown
// The variable's address is known outside.
extern void reach_error(void);
extern int *find(void);
extern void give(int **);
int main(void) {
    int own = 0, *pointer = &own;
    give(&pointer);
    int *other = find();
    *other = 1;
    if (own == 1)
        reach_error();
    return 0;
}
