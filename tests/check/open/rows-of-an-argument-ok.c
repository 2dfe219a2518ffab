//@ flags: --function mix
// A pointer to an array is no pointer to a function.
void mix(unsigned char state[][4]) {
    for (int i = 0; i < 4; i++) state[0][i] ^= 0x1b;
}
