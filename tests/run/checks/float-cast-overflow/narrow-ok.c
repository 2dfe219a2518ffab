//@ run-native
#include <stdio.h>

int main(void) {
    float gain = 1.5f;
    unsigned char samples[3] = {10, 100, 200};
    for (int i = 0; i < 3; i++) {
        float scaled = samples[i] * gain;
        samples[i] = scaled > 255 ? 255 : (unsigned char)scaled;
    }
    printf("%d %d %d\n", samples[0], samples[1], samples[2]);
    return 0;
}
