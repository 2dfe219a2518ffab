//@ flags: --property termination --engine auto
// 2^24 + 1 is no float, and rounded to 2^24.
int main(void) {
    float x = 16777000.0f;
    while (x < 16778000.0f) //~ termination
        x += 1.0f;
    return 0;
}
