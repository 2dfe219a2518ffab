//@ run-native
//@ data-model: both
int main(void) {
    int bit = 31;
    unsigned mask = 1u << bit;
    return mask == 0;
}
