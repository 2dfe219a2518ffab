int g;

int main(void) {
    unsigned address = (unsigned)&g; //~ pointer-truncation
    return address == 0;
}
