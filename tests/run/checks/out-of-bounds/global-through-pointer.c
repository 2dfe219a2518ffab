static int primes[4] = {2, 3, 5, 7};

int main(void) {
    const int *p = primes;
    while (*p != 11) //~ out-of-bounds
        p++;
    return 0;
}
