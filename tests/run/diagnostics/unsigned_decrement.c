//@ flags: --check unsigned-wrap
int main(void) {
    unsigned x = 0;
    x--; //~ unsigned-wrap: `0 - 1` does not fit
    return x != 0;
}
