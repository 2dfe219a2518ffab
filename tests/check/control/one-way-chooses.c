// Of two ways that meet again, one takes one of two values before they do.
extern int __VERIFIER_nondet_int(void);
int numbers[4], other[2] = {1, 2};
int main(void) {
    int first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int(), index = 3;
    if (first > 6)
        index = second > 3 ? other[first & 1] : other[second & 1];
    if (first == 5 && second == 12345)
        numbers[index + 1] = 1; //~ array-index
    return 0;
}
