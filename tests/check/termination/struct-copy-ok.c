//@ flags: --property termination --engine auto
//@ verdict: holds
// The copy is written back.
extern int __VERIFIER_nondet_int(void);
struct range {
    int at, end;
};
static void advance(struct range *range) {
    struct range copy = *range;
    copy.at++;
    *range = copy;
}
int main(void) {
    struct range range = {0, __VERIFIER_nondet_int()};
    if (range.end > 1000000) return 0;
    while (range.at < range.end)
        advance(&range);
    return 0;
}
