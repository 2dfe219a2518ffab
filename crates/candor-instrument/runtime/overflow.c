/* Signed overflow: each operation is done once more, with wider numbers. */

#ifndef __SIZEOF_INT128__
#error "integers of 128 bits are needed: compile for a 64-bit machine"
#endif
typedef __int128 wide;

static void check_fits(int too_wide, wide value, unsigned width, const char *what, const char *place)
{
    wide limit = (wide)((unsigned __int128)1 << (width - 1));
    int fits = width >= 128 || (value >= -limit && value < limit);
    if (too_wide || !fits)
        fault("signed-overflow", place, "%s does not fit %u bits", what, width);
}

void __candor_check_add(wide a, wide b, unsigned width, const char *place)
{
    wide result;
    int too_wide = __builtin_add_overflow(a, b, &result);
    check_fits(too_wide, result, width, "the sum", place);
}

void __candor_check_sub(wide a, wide b, unsigned width, const char *place)
{
    wide result;
    int too_wide = __builtin_sub_overflow(a, b, &result);
    check_fits(too_wide, result, width, "the difference", place);
}

void __candor_check_mul(wide a, wide b, unsigned width, const char *place)
{
    wide result;
    int too_wide = __builtin_mul_overflow(a, b, &result);
    check_fits(too_wide, result, width, "the product", place);
}

/* A shift that is too far has a check of its own. */
void __candor_check_shl(wide a, wide b, unsigned width, const char *place)
{
    wide result = a;
    int too_wide = 0;
    if (b < 0 || b >= width)
        return;
    for (; b > 0 && !too_wide; b--)
        too_wide = __builtin_add_overflow(result, result, &result);
    check_fits(too_wide, result, width, "the shifted value", place);
}

void __candor_check_div(wide a, wide b, unsigned width, const char *place)
{
    if (b == -1 && a == -(wide)((unsigned __int128)1 << (width - 1)))
        fault("division-overflow", place, "the quotient does not fit %u bits", width);
}

void __candor_check_claim(int ok, const char *check, const char *place)
{
    if (!ok)
        fault(check, place, "the value does not fit its type");
}
