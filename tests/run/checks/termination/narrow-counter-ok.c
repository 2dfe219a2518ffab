//@ flags: --check termination
int main(void) {
    for (int c = 0; c < 256; c++)
        ;
    return 0;
}
