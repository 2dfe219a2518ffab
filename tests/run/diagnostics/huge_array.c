// More than there is room for, written at once: a limit that is reached before the machine's memory is.
int main(void) {
    char huge[1ull << 40] = {1}; //~ limit: memory
    return huge[5];
}
