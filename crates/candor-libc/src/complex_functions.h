/* Complex numbers of one width: the helpers that compilers call for * and /, and the functions of <complex.h>.
 *
 * Included once per width, with these names defined: REAL is the type of a part, F(name) gives a function of
 * <math.h> or <complex.h> its suffix, MULTIPLY and DIVIDE are the compiler's helpers, LARGEST, LEAST and EPSILON the
 * limits of REAL, and WIDER, if there is one, a type that holds every product of two parts.
 *
 * The inverse functions follow Kahan, "Branch Cuts for Complex Elementary Functions, or Much Ado About Nothing's Sign
 * Bit" (1987), without his care for the rarest overflows. Signs of zeros and infinities follow annex G of C where the
 * formulas give them by themselves. */
#include "candor.h"
#include <complex.h>
#include <float.h>
#include <math.h>

typedef REAL _Complex number;

static number make(REAL real, REAL imaginary)
{
    number z;
    __real__ z = real;
    __imag__ z = imaginary;
    return z;
}

static number times_i(number z)
{
    return make(-__imag__ z, __real__ z);
}

static number times_minus_i(number z)
{
    return make(__imag__ z, -__real__ z);
}

static REAL magnitude(REAL x)
{
    return x < 0 ? -x : x;
}

/* One or zero with the sign of `x`: the direction of an infinite part, or nothing of a finite one. */
static REAL direction(REAL x)
{
    return F(copysign)(isinf(x) ? 1 : 0, x);
}

static REAL zero_if_nan(REAL x)
{
    return isnan(x) ? F(copysign)(0, x) : x;
}

number MULTIPLY(REAL a, REAL b, REAL c, REAL d);
number DIVIDE(REAL a, REAL b, REAL c, REAL d);

/* (a + bi) * (c + di). A product that is NaN in both parts may still be infinite. */
number MULTIPLY(REAL a, REAL b, REAL c, REAL d)
{
    REAL ac = a * c;
    REAL bd = b * d;
    REAL ad = a * d;
    REAL bc = b * c;
    number product = make(ac - bd, ad + bc);
    if (!(isnan(__real__ product) && isnan(__imag__ product)))
        return product;
    int left_infinite = isinf(a) || isinf(b);
    int right_infinite = isinf(c) || isinf(d);
    if (!left_infinite && !right_infinite && !isinf(ac) && !isinf(bd) && !isinf(ad) && !isinf(bc))
        return product;
    if (left_infinite) {
        a = direction(a);
        b = direction(b);
    }
    if (right_infinite) {
        c = direction(c);
        d = direction(d);
    }
    a = zero_if_nan(a);
    b = zero_if_nan(b);
    c = zero_if_nan(c);
    d = zero_if_nan(d);
    REAL infinite = (REAL)INFINITY;
    return make(infinite * (a * c - b * d), infinite * (a * d + b * c));
}

#ifdef WIDER
/* In the wider type no product leaves the range. */
static number divide_finite(REAL a, REAL b, REAL c, REAL d)
{
    WIDER denominator = (WIDER)c * c + (WIDER)d * d;
    WIDER real = ((WIDER)a * c + (WIDER)b * d) / denominator;
    WIDER imaginary = ((WIDER)b * c - (WIDER)a * d) / denominator;
    return make((REAL)real, (REAL)imaginary);
}
#else
/* Smith's method for |c| >= |d|: divide both sides by c first. */
static number divide_by_wide(REAL a, REAL b, REAL c, REAL d)
{
    REAL ratio = d / c;
    REAL denominator = d * ratio + c;
    if (magnitude(ratio) > LEAST)
        return make((b * ratio + a) / denominator, (b - a * ratio) / denominator);
    return make((d * (b / c) + a) / denominator, (b - d * (a / c)) / denominator);
}

/* The quotient where no part is infinite or NaN; scaling by powers of two keeps products in range. */
static number divide_finite(REAL a, REAL b, REAL c, REAL d)
{
    REAL divisor = magnitude(c) < magnitude(d) ? magnitude(d) : magnitude(c);
    REAL dividend = magnitude(a) < magnitude(b) ? magnitude(b) : magnitude(a);
    REAL limit = LARGEST / 2 * EPSILON;
    REAL scale = 1;
    if (divisor >= LARGEST / 2)
        scale = (REAL)0.5;
    else if (divisor < EPSILON ||
             ((magnitude(a) < LEAST || magnitude(b) < LEAST) && divisor < limit && dividend < limit))
        scale = 1 / EPSILON;
    a *= scale;
    b *= scale;
    c *= scale;
    d *= scale;
    if (magnitude(c) >= magnitude(d))
        return divide_by_wide(a, b, c, d);
    number turned = divide_by_wide(a, b, d, -c); /* (a + bi) / (d - ci) is the quotient times i */
    return times_minus_i(turned);
}
#endif

/* (a + bi) / (c + di). A quotient that is NaN in both parts may still be infinite or zero. */
number DIVIDE(REAL a, REAL b, REAL c, REAL d)
{
    REAL infinite = (REAL)INFINITY;
    number quotient = divide_finite(a, b, c, d);
    if (!(isnan(__real__ quotient) && isnan(__imag__ quotient)))
        return quotient;
    if (c == 0 && d == 0 && !(isnan(a) && isnan(b))) {
        infinite = F(copysign)(infinite, c);
        return make(infinite * a, infinite * b);
    }
    if ((isinf(a) || isinf(b)) && isfinite(c) && isfinite(d)) {
        a = direction(a);
        b = direction(b);
        return make(infinite * (a * c + b * d), infinite * (b * c - a * d));
    }
    if ((isinf(c) || isinf(d)) && isfinite(a) && isfinite(b)) {
        c = direction(c);
        d = direction(d);
        return make(0 * (a * c + b * d), 0 * (b * c - a * d));
    }
    return quotient;
}

REAL F(creal)(number z)
{
    return __real__ z;
}

REAL F(cimag)(number z)
{
    return __imag__ z;
}

REAL F(cabs)(number z)
{
    return F(hypot)(__real__ z, __imag__ z);
}

REAL F(carg)(number z)
{
    return F(atan2)(__imag__ z, __real__ z);
}

number F(conj)(number z)
{
    return make(__real__ z, -__imag__ z);
}

/* All infinities are one point. */
number F(cproj)(number z)
{
    if (isinf(__real__ z) || isinf(__imag__ z))
        return make((REAL)INFINITY, F(copysign)(0, __imag__ z));
    return z;
}

/* The root of a number in the right half plane whose parts are finite and not both zero. */
static number root_right(REAL x, REAL y)
{
    REAL scale = 1;
    if (x > LARGEST / 4 || magnitude(y) > LARGEST / 4) {
        scale = 2;
        x /= 4;
        y /= 4;
    } else if (x < LEAST / EPSILON && magnitude(y) < LEAST / EPSILON) {
        scale = EPSILON;
        x = x / EPSILON / EPSILON;
        y = y / EPSILON / EPSILON;
    }
    REAL real = F(sqrt)((x + F(hypot)(x, y)) / 2);
    return make(scale * real, scale * (y / (2 * real)));
}

number F(csqrt)(number z)
{
    REAL x = __real__ z;
    REAL y = __imag__ z;
    if (isinf(y))
        return make((REAL)INFINITY, y);
    if (isinf(x)) {
        REAL vanishing = isnan(y) ? y : F(copysign)(0, y);
        return x > 0 ? make(x, vanishing) : make(isnan(y) ? y : 0, F(copysign)(x, y));
    }
    if (x == 0 && y == 0)
        return make(0, y);
    if (x >= 0 || isnan(x))
        return root_right(x, y);
    number root = root_right(-x, y); /* of the mirror image: the parts change places */
    return make(magnitude(__imag__ root), F(copysign)(__real__ root, y));
}

/* r * (cos y + i sin y); an exact zero angle stays exact also where r is infinite. */
static number polar(REAL r, REAL y)
{
    if (y == 0)
        return make(r, y);
    if (r == 0 && !isfinite(y))
        return make(0, F(copysign)(0, y));
    if (isinf(r) && !isfinite(y))
        return make(r, y - y);
    return make(r * F(cos)(y), r * F(sin)(y));
}

number F(cexp)(number z)
{
    REAL x = __real__ z;
    REAL y = __imag__ z;
    REAL r = F(exp)(x);
    if (isfinite(x) && isinf(r)) {
        /* The parts may be finite although r is not. */
        number half = polar(F(exp)(x / 2), y);
        return make(__real__ half * F(exp)(x / 2), __imag__ half * F(exp)(x / 2));
    }
    return polar(r, y);
}

number F(clog)(number z)
{
    REAL x = magnitude(__real__ z);
    REAL y = magnitude(__imag__ z);
    REAL r = F(hypot)(x, y);
    REAL angle = F(carg)(z);
    if (r > (REAL)0.5 && r < 2) {
        /* Near 1 the logarithm of the rounded distance would lose all digits. */
        REAL larger = x > y ? x : y;
        REAL smaller = x > y ? y : x;
        return make(F(log1p)((larger - 1) * (larger + 1) + smaller * smaller) / 2, angle);
    }
    if (isinf(r) && isfinite(x) && isfinite(y))
        return make(F(log)(F(hypot)(x / 2, y / 2)) + F(log)(2), angle);
    return make(F(log)(r), angle);
}

static number product(number a, number b)
{
    return MULTIPLY(__real__ a, __imag__ a, __real__ b, __imag__ b);
}

number F(cpow)(number base, number exponent)
{
    if (__real__ exponent == 0 && __imag__ exponent == 0)
        return make(1, 0);
    return F(cexp)(product(exponent, F(clog)(base)));
}

number F(csinh)(number z)
{
    REAL x = __real__ z;
    REAL y = __imag__ z;
    if (y == 0)
        return make(F(sinh)(x), y);
    if (x == 0)
        return make(isfinite(y) ? x * F(cos)(y) : x, F(sin)(y));
    return make(F(sinh)(x) * F(cos)(y), F(cosh)(x) * F(sin)(y));
}

number F(ccosh)(number z)
{
    REAL x = __real__ z;
    REAL y = __imag__ z;
    if (y == 0)
        return make(F(cosh)(x), F(copysign)(1, x) * y);
    if (x == 0)
        return make(F(cos)(y), isfinite(y) ? x * F(sin)(y) : x);
    return make(F(cosh)(x) * F(cos)(y), F(sinh)(x) * F(sin)(y));
}

number F(ctanh)(number z)
{
    REAL x = __real__ z;
    REAL y = __imag__ z;
    if (magnitude(x) > 22 + (REAL)(sizeof(REAL) > 8 ? 2 : 0)) {
        /* 1 up to rounding; what is left of the imaginary part is 4 sin y cos y exp(-2|x|). */
        REAL angle = isfinite(y) ? F(sin)(2 * y) : 1;
        return make(F(copysign)(1, x), 2 * angle * F(exp)(-2 * magnitude(x)));
    }
    REAL tangent = F(tan)(y);
    REAL sine = F(sinh)(x);
    REAL beta = 1 + tangent * tangent;
    REAL rho = F(sqrt)(1 + sine * sine);
    if (isinf(tangent))
        return make(rho / sine, 1 / tangent);
    REAL denominator = 1 + beta * sine * sine;
    return make(beta * rho * sine / denominator, tangent / denominator);
}

number F(csin)(number z)
{
    return times_minus_i(F(csinh)(times_i(z)));
}

number F(ccos)(number z)
{
    return F(ccosh)(times_i(z));
}

number F(ctan)(number z)
{
    return times_minus_i(F(ctanh)(times_i(z)));
}

/* The roots of 1 - z, 1 + z and z - 1; the imaginary part keeps the sign of its zero. */
static number root_of_one_minus(number z)
{
    return F(csqrt)(make(1 - __real__ z, -__imag__ z));
}

static number root_of_one_plus(number z)
{
    return F(csqrt)(make(1 + __real__ z, __imag__ z));
}

static number root_of_minus_one_plus(number z)
{
    return F(csqrt)(make(__real__ z - 1, __imag__ z));
}

static REAL real_of_product(number a, number b)
{
    return __real__ a * __real__ b - __imag__ a * __imag__ b;
}

static REAL imaginary_of_product(number a, number b)
{
    return __real__ a * __imag__ b + __imag__ a * __real__ b;
}

number F(casin)(number z)
{
    number minus = root_of_one_minus(z);
    number plus = root_of_one_plus(z);
    return make(F(atan2)(__real__ z, real_of_product(minus, plus)),
                F(asinh)(imaginary_of_product(F(conj)(minus), plus)));
}

number F(cacos)(number z)
{
    number minus = root_of_one_minus(z);
    number plus = root_of_one_plus(z);
    return make(2 * F(atan2)(__real__ minus, __real__ plus), F(asinh)(imaginary_of_product(F(conj)(plus), minus)));
}

number F(cacosh)(number z)
{
    number minus = root_of_minus_one_plus(z);
    number plus = root_of_one_plus(z);
    return make(F(asinh)(real_of_product(F(conj)(minus), plus)), 2 * F(atan2)(__imag__ minus, __real__ plus));
}

number F(casinh)(number z)
{
    return times_minus_i(F(casin)(times_i(z)));
}

number F(catanh)(number z)
{
    REAL x = __real__ z;
    REAL y = __imag__ z;
    REAL square = y * y;
    return make(F(log1p)(4 * x / ((1 - x) * (1 - x) + square)) / 4, F(atan2)(2 * y, (1 - x) * (1 + x) - square) / 2);
}

number F(catan)(number z)
{
    return times_minus_i(F(catanh)(times_i(z)));
}
