/* The modelled part of <math.h> against the host's, bit by bit. */
#include "shim.h"
#include <errno.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define TYPES(X) X(double, ) X(float, f) X(long double, l)
#define DECLARE(type, suffix) \
    type candor_frexp##suffix(type x, int *e); \
    type candor_ldexp##suffix(type x, int e); \
    type candor_modf##suffix(type x, type *i); \
    type candor_logb##suffix(type x); \
    type candor_nextafter##suffix(type x, type y); \
    type candor_fdim##suffix(type x, type y); \
    type candor_remquo##suffix(type x, type y, int *q); \
    int candor_ilogb##suffix(type x); \
    long candor_lround##suffix(type x); \
    long candor_lrint##suffix(type x); \
    int candor___fpclassify##suffix(type x);
TYPES(DECLARE)

#define EXPECT(name, model, host) \
    do { \
        long double model_value = (model); \
        long double host_value = (host); \
        char model_text[100]; \
        char host_text[100]; \
        snprintf(model_text, sizeof model_text, "%La", isnan(model_value) ? NAN : model_value); \
        snprintf(host_text, sizeof host_text, "%La", isnan(host_value) ? NAN : host_value); \
        snprintf(detail, sizeof detail, "%La, %La, %d", (long double)x, (long double)y, n); \
        if (strcmp(model_text, host_text) != 0) \
            disagree(name, detail, host_text, model_text); \
    } while (0)

#define COMPARE(type, suffix) \
    static void compare_##suffix##_(type x, type y, int n) \
    { \
        char detail[150]; \
        int model_int = 0; \
        int host_int = 0; \
        type model_part = 0; \
        type host_part = 0; \
        EXPECT("frexp" #suffix, candor_frexp##suffix(x, &model_int), frexp##suffix(x, &host_int)); \
        if (isfinite(x)) \
            EXPECT("frexp" #suffix " exponent", model_int, host_int); \
        EXPECT("ldexp" #suffix, candor_ldexp##suffix(x, n), ldexp##suffix(x, n)); \
        EXPECT("modf" #suffix, candor_modf##suffix(x, &model_part), modf##suffix(x, &host_part)); \
        EXPECT("modf" #suffix " integer", model_part, host_part); \
        EXPECT("logb" #suffix, candor_logb##suffix(x), logb##suffix(x)); \
        EXPECT("ilogb" #suffix, candor_ilogb##suffix(x), ilogb##suffix(x)); \
        EXPECT("nextafter" #suffix, candor_nextafter##suffix(x, y), nextafter##suffix(x, y)); \
        EXPECT("fdim" #suffix, candor_fdim##suffix(x, y), fdim##suffix(x, y)); \
        EXPECT("remquo" #suffix, candor_remquo##suffix(x, y, &model_int), remquo##suffix(x, y, &host_int)); \
        if (isfinite(x) && y != 0 && !isnan(y)) \
            EXPECT("remquo" #suffix " quotient", model_int, host_int); \
        EXPECT("lround" #suffix, candor_lround##suffix(x), lround##suffix(x)); \
        EXPECT("lrint" #suffix, candor_lrint##suffix(x), lrint##suffix(x)); \
        EXPECT("fpclassify" #suffix, candor___fpclassify##suffix(x), fpclassify(x)); \
    }
TYPES(COMPARE)

void agree_math(void)
{
    static const double values[] = {
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        1.5,
        2.5,
        -2.5,
        3.75,
        1e10,
        -1e10,
        1e300,
        -1e300,
        1e-300,
        DBL_MAX,
        DBL_MIN,
        DBL_MIN / 2,
        5e-324,
        -5e-324,
        INFINITY,
        -INFINITY,
        NAN,
        4503599627370496.5,
        9.2e18,
        9.3e18,
        FLT_MAX,
        FLT_MIN,
        FLT_TRUE_MIN,
        0.1,
        7,
        -7,
        10,
        3,
    };
    static const int exponents[] = {0,     1,     -1,    10,   -10,   1000,  -1000,   -1073,
                                    -1074, -1075, -1080, 2000, -2200, 20000, INT_MAX, INT_MIN};
    const size_t n_values = sizeof values / sizeof values[0];
    const size_t n_exponents = sizeof exponents / sizeof exponents[0];
    for (size_t i = 0; i < n_values; i++) {
        for (size_t j = 0; j < n_values; j++) {
            int n = exponents[(i * 7 + j) % n_exponents];
            compare__(values[i], values[j], n);
            compare_f_((float)values[i], (float)values[j], n / 8);
            compare_l_(values[i], values[j], n * 1LL > INT_MAX / 16 ? n : n);
            compare_l_(values[i] * 0x1p-16400L, values[j], n);
        }
    }
    for (int i = 0; i < 3000; i++) {
        uint64_t bits = shim_random();
        double x;
        double y = (double)(int64_t)shim_random() / 4096.0;
        memcpy(&x, &bits, sizeof x);
        compare__(x, y, (int)(bits % 4000) - 2000);
        compare__(y, x, (int)(bits % 100) - 50);
        compare_f_((float)y, (float)(bits % 1000), (int)(bits % 400) - 200);
        compare_l_((long double)y * x, y, (int)(bits % 40000) - 20000);
    }
}
