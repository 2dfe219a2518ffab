#include <stdio.h>

int main(void) {
    float gain = 1.5f;
    unsigned char samples[3] = {10, 100, 200};
    for (int i = 0; i < 3; i++) {
        samples[i] = (unsigned char)(samples[i] * gain); //~ float-cast-overflow
    }
    printf("%d %d %d\n", samples[0], samples[1], samples[2]);
    return 0;
}
