//@ flags: --property termination --engine auto
//@ verdict: holds
// Below 2^24 each step counts.
int main(void) {
    float x = 16770000.0f;
    while (x < 16777000.0f)
        x += 1.0f;
    return 0;
}
