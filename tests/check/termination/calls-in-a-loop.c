//@ flags: --property termination --engine auto
// A call for zero does not use fuel.
extern int __VERIFIER_nondet_int(void);
static int fuel;
static void burn(int depth) {
    if (depth == 0) {
        if (fuel > 5) fuel--;
        return;
    }
    burn(depth - 1);
}
int main(void) {
    int depth = __VERIFIER_nondet_int();
    fuel = __VERIFIER_nondet_int();
    if (depth < 0 || depth > 5 || fuel > 100) return 0;
    while (fuel > 0) //~ termination
        burn(depth);
    return 0;
}
