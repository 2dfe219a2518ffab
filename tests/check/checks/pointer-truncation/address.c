int main(void) {
    int x = 0;
    int *p = &x;
    int address = (int)p; //~ pointer-truncation
    return address == 0;
}
