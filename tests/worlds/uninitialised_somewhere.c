// A variable that only one side of a branch sets.
extern int __VERIFIER_nondet_int(void);
struct pair { int first, second; };
int main(void) {
    struct pair p, q;
    int x = __VERIFIER_nondet_int(), y;
    if (x > 0) y = 5;
    if (x != -1) p.first = x;
    q = p;
    if (x == 2147483647) q.second = 1;
    if (x < 0) return q.first == 3;
    return y == 5 ? 1 : 2;
}
