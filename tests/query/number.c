// Any int comes in; what can come out?
extern int __VERIFIER_nondet_int(void);

int half(int n) {
    int h = n;
    if (h < 0)
        h = -(h + 1);
    h = h / 2;
    return h;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = half(x);
    if (y == 1000000)
        y = -7;
    unsigned u = (unsigned)x & 0xFFu;
    int late;
    if (u == 3)
        late = 1;
    return y;
}
