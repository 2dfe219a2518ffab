//@ run-native
//@ data-model: both
#include <fenv.h>

int main(void) {
    fenv_t environment;
    if (fegetround() != FE_TONEAREST || fesetround(FE_TONEAREST)) return 1;
    if (feholdexcept(&environment) || feclearexcept(FE_ALL_EXCEPT) || feupdateenv(&environment)) return 2;
    return fegetenv(&environment) || fesetenv(FE_DFL_ENV);
}
