/* <setjmp.h>: the buffer has glibc's size; only the interpreter knows what is in it. */
#ifndef _SETJMP_H
#define _SETJMP_H

#include <features.h>
#include <candor/sigset.h>

struct __jmp_buf_tag {
#ifdef __LP64__
    long __registers[8];
#else
    int __registers[6];
#endif
    int __has_mask;
    __sigset_t __mask;
};
typedef struct __jmp_buf_tag jmp_buf[1];

int setjmp(jmp_buf __buffer) __attribute__((__returns_twice__));
int _setjmp(struct __jmp_buf_tag __buffer[1]) __attribute__((__returns_twice__));
__CANDOR_NORETURN void longjmp(struct __jmp_buf_tag __buffer[1], int __value);
#define setjmp(buffer) _setjmp(buffer)

#ifdef __CANDOR_MISC
typedef struct __jmp_buf_tag sigjmp_buf[1];
int __sigsetjmp(struct __jmp_buf_tag __buffer[1], int __save_mask) __attribute__((__returns_twice__));
__CANDOR_NORETURN void siglongjmp(sigjmp_buf __buffer, int __value);
__CANDOR_NORETURN void _longjmp(struct __jmp_buf_tag __buffer[1], int __value);
#define sigsetjmp(buffer, save_mask) __sigsetjmp(buffer, save_mask)
#endif

#endif
