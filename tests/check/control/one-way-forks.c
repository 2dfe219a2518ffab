// Of two ways that meet again, one forks before they do.
extern int __VERIFIER_nondet_int(void);
int numbers[4];
int main(void) {
    int first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int(), index = 3;
    if (first != 5) {
        if (second)
            index = 1;
    }
    if (first == 5 && second == 12345)
        numbers[index + 1] = 1; //~ array-index
    return 0;
}
