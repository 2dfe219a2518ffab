//@ flags: --property termination
// Each call is given its own variable, which looks like the last one, and counts a copy down.
struct calls { int n_left; };
static void work(struct calls *calls) {
    if (calls->n_left == 0) return; //~ termination
    struct calls next = {calls->n_left};
    calls->n_left -= 1;
    work(&next);
}
int main(void) {
    struct calls first = {20};
    work(&first);
    return 0;
}
