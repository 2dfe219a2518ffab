/* <assert.h>: the macro is redefined at every inclusion, as NDEBUG may have changed. */
#include <features.h>

#undef assert
#ifdef NDEBUG
#define assert(expression) ((void)0)
#else
#define assert(expression) \
    ((expression) ? (void)0 : __assert_fail(#expression, __FILE__, __LINE__, __extension__ __PRETTY_FUNCTION__))
#endif

#ifndef _ASSERT_H
#define _ASSERT_H

__CANDOR_NORETURN void __assert_fail(const char *__expression, const char *__file, unsigned int __line,
                                     const char *__function);
__CANDOR_NORETURN void __assert_perror_fail(int __error, const char *__file, unsigned int __line,
                                            const char *__function);

#if !defined __CANDOR_C23 && !defined __cplusplus
#define static_assert _Static_assert
#endif

#endif
