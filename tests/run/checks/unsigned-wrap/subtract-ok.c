//@ flags: --check unsigned-wrap
//@ run-native
static unsigned remaining(unsigned capacity, unsigned used) {
    return used < capacity ? capacity - used : 0;
}

int main(void) {
    return remaining(4, 5) == 1;
}
