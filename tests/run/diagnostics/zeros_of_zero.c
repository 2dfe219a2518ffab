int main(void) {
    unsigned x = 0;
    return __builtin_clz(x); //~ bad-stdlib-argument: the number of leading zeros of 0 is undefined
}
