//@ flags: --property termination
//@ verdict: holds
// Each call is given its own variable, which looks like the last one, and counts calls in a variable that they share.
struct calls { int *n_left; };
static void work(struct calls *calls) {
    if (*calls->n_left == 0) return;
    *calls->n_left -= 1;
    struct calls next = {calls->n_left};
    work(&next);
}
int main(void) {
    int n_left = 20;
    struct calls first = {&n_left};
    work(&first);
    return 0;
}
