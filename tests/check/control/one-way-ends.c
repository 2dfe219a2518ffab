// Of two ways that meet again, one ends before they do.
extern int __VERIFIER_nondet_int(void);
int numbers[4], zero;
int main(void) {
    int first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int(), index = 3;
    if (first == 777)
        index = 1 / zero; //~ division-by-zero
    if (second == 12345)
        numbers[index + 1] = 1; //~ array-index
    return 0;
}
