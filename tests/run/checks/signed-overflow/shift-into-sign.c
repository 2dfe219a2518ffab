//@ data-model: both
int main(void) {
    int bit = 31;
    int mask = 1 << bit; //~ signed-overflow
    return mask == 0;
}
