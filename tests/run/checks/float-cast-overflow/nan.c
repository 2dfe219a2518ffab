#include <math.h>

int main(void) {
    double zero = 0.0;
    double ratio = zero / zero;
    int percent = (int)(ratio * 100); //~ float-cast-overflow
    return percent;
}
