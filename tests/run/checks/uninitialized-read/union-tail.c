// The short covers two bytes of the int; the other two are unset.
union number {
    unsigned short half;
    unsigned whole;
};

int main(void) {
    union number n;
    n.half = 1;
    if (n.whole > 0xffff) //~ uninitialized-read
        return 1;
    return 0;
}
