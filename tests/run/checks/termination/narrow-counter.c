//@ flags: --check termination
int main(void) {
    for (unsigned char c = 0; c < 256; c++) //~ termination
        ;
    return 0;
}
