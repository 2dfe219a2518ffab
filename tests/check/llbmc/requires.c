//@ verdict: unknown
//@ says: `__llbmc_requires`, a function for verifiers that candor does not know
void __llbmc_requires(int);

static int half(int x) {
    __llbmc_requires(x > 1);
    return x / 2;
}

int main(void) { return half(1); }
