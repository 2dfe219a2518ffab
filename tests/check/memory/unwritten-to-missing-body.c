//@ verdict: unknown
//@ says: unsupported: call of external function `elsewhere`, which has no body
// The function may write what nobody has written before.
extern int elsewhere(int *);

int main(void) {
    int x;
    elsewhere(&x);
    return x > 3;
}
