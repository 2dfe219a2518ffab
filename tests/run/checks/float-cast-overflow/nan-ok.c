//@ run-native
#include <math.h>

int main(void) {
    double zero = 0.0;
    double ratio = zero / zero;
    int percent = isnan(ratio) ? 0 : (int)(ratio * 100);
    return percent;
}
