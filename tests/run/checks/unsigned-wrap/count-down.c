//@ flags: --check unsigned-wrap
int main(void) {
    int a[3] = {1, 2, 3}, sum = 0;
    for (unsigned i = 2; i < 3; i--) //~ unsigned-wrap
        sum += a[i];
    return sum != 6;
}
