//@ flags: --property termination --engine auto
// The state is the same again in each iteration of the outer loop, which is first seen where the inner one begins.
int main(void) {
    unsigned y = 0;
    while (y < 1) for (int k = 30; k > 0; k--) continue; //~ termination
    return 0;
}
