//@ run-native
static int primes[4] = {2, 3, 5, 7};

int main(void) {
    const int *p = primes;
    while (*p != 7)
        p++;
    return 0;
}
