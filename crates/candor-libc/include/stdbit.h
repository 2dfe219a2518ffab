/* <stdbit.h> of C23. */
#ifndef _STDBIT_H
#define _STDBIT_H

#include <features.h>

#define __STDC_VERSION_STDBIT_H__ 202311L
#define __STDC_ENDIAN_LITTLE__ 1234
#define __STDC_ENDIAN_BIG__ 4321
#define __STDC_ENDIAN_NATIVE__ __STDC_ENDIAN_LITTLE__

/* All functions for one type; only the first one knows how many bits it has. Negation is in the type itself, since a narrow
 * one would be promoted. */
#define __CANDOR_STDBIT(suffix, type) \
    static __inline unsigned int stdc_leading_zeros_##suffix(type __x) \
    { \
        return __x == 0 ? 8 * (unsigned int)sizeof(type) \
                        : (unsigned int)__builtin_clzll(__x) - 8 * (unsigned int)(sizeof(long long) - sizeof(type)); \
    } \
    static __inline unsigned int stdc_trailing_zeros_##suffix(type __x) \
    { \
        return __x == 0 ? 8 * (unsigned int)sizeof(type) : (unsigned int)__builtin_ctzll(__x); \
    } \
    static __inline unsigned int stdc_count_ones_##suffix(type __x) \
    { \
        return (unsigned int)__builtin_popcountll(__x); \
    } \
    static __inline unsigned int stdc_leading_ones_##suffix(type __x) \
    { \
        return stdc_leading_zeros_##suffix((type)~__x); \
    } \
    static __inline unsigned int stdc_trailing_ones_##suffix(type __x) \
    { \
        return stdc_trailing_zeros_##suffix((type)~__x); \
    } \
    static __inline unsigned int stdc_first_leading_one_##suffix(type __x) \
    { \
        return __x == 0 ? 0 : stdc_leading_zeros_##suffix(__x) + 1; \
    } \
    static __inline unsigned int stdc_first_leading_zero_##suffix(type __x) \
    { \
        return stdc_first_leading_one_##suffix((type)~__x); \
    } \
    static __inline unsigned int stdc_first_trailing_one_##suffix(type __x) \
    { \
        return __x == 0 ? 0 : stdc_trailing_zeros_##suffix(__x) + 1; \
    } \
    static __inline unsigned int stdc_first_trailing_zero_##suffix(type __x) \
    { \
        return stdc_first_trailing_one_##suffix((type)~__x); \
    } \
    static __inline unsigned int stdc_count_zeros_##suffix(type __x) \
    { \
        return stdc_count_ones_##suffix((type)~__x); \
    } \
    static __inline _Bool stdc_has_single_bit_##suffix(type __x) \
    { \
        return stdc_count_ones_##suffix(__x) == 1; \
    } \
    static __inline unsigned int stdc_bit_width_##suffix(type __x) \
    { \
        return 8 * (unsigned int)sizeof(type) - stdc_leading_zeros_##suffix(__x); \
    } \
    static __inline type stdc_bit_floor_##suffix(type __x) \
    { \
        return __x == 0 ? 0 : (type)((type)1 << (stdc_bit_width_##suffix(__x) - 1)); \
    } \
    static __inline type stdc_bit_ceil_##suffix(type __x) \
    { \
        return __x <= 1 ? 1 : (type)((type)1 << stdc_bit_width_##suffix((type)(__x - 1))); \
    }

__CANDOR_STDBIT(uc, unsigned char)
__CANDOR_STDBIT(us, unsigned short)
__CANDOR_STDBIT(ui, unsigned int)
__CANDOR_STDBIT(ul, unsigned long)
__CANDOR_STDBIT(ull, unsigned long long)

#undef __CANDOR_STDBIT

#define __CANDOR_STDBIT_OF(function, x) \
    _Generic((x), \
        _Bool: function##_uc, \
        unsigned char: function##_uc, \
        unsigned short: function##_us, \
        unsigned int: function##_ui, \
        unsigned long: function##_ul, \
        unsigned long long: function##_ull)(x)

#define stdc_leading_zeros(x) __CANDOR_STDBIT_OF(stdc_leading_zeros, x)
#define stdc_leading_ones(x) __CANDOR_STDBIT_OF(stdc_leading_ones, x)
#define stdc_trailing_zeros(x) __CANDOR_STDBIT_OF(stdc_trailing_zeros, x)
#define stdc_trailing_ones(x) __CANDOR_STDBIT_OF(stdc_trailing_ones, x)
#define stdc_first_leading_zero(x) __CANDOR_STDBIT_OF(stdc_first_leading_zero, x)
#define stdc_first_leading_one(x) __CANDOR_STDBIT_OF(stdc_first_leading_one, x)
#define stdc_first_trailing_zero(x) __CANDOR_STDBIT_OF(stdc_first_trailing_zero, x)
#define stdc_first_trailing_one(x) __CANDOR_STDBIT_OF(stdc_first_trailing_one, x)
#define stdc_count_zeros(x) __CANDOR_STDBIT_OF(stdc_count_zeros, x)
#define stdc_count_ones(x) __CANDOR_STDBIT_OF(stdc_count_ones, x)
#define stdc_has_single_bit(x) __CANDOR_STDBIT_OF(stdc_has_single_bit, x)
#define stdc_bit_width(x) __CANDOR_STDBIT_OF(stdc_bit_width, x)
#define stdc_bit_floor(x) __CANDOR_STDBIT_OF(stdc_bit_floor, x)
#define stdc_bit_ceil(x) __CANDOR_STDBIT_OF(stdc_bit_ceil, x)

#endif
