//@ flags: --property termination --engine auto
int main(void) {
    unsigned y = 0;
    while (y < 1) {
        for (int k = 30; k > 0; k--)
            ;
        y++;
    }
    return 0;
}
