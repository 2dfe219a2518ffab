//@ flags: --check unsigned-wrap
static unsigned remaining(unsigned capacity, unsigned used) {
    return capacity - used; //~ unsigned-wrap
}

int main(void) {
    return remaining(4, 5) == 1;
}
