/* The mask of blocked signals in a jmp_buf. A call of setjmp or one of its relatives is a call of __model_save_mask in
 * front of it, and one of longjmp begins with __model_load_mask: as in glibc it is the buffer that says whether the mask
 * comes back, and only sigsetjmp can ask for it. Where a program never blocks a signal the linker puts functions in
 * their place that do nothing. */
#define _GNU_SOURCE
#include "candor.h"
#include "signals.h"
#include <setjmp.h>

void __model_save_mask(struct __jmp_buf_tag *buffer, int is_saved)
{
    buffer->__has_mask = is_saved != 0;
    if (is_saved)
        __model_store_signals(&buffer->__mask, __model_signal_mask());
}

void __model_load_mask(struct __jmp_buf_tag *buffer)
{
    if (buffer->__has_mask)
        __model_restore_mask(__model_signals_of(&buffer->__mask));
}

void __model_save_no_mask(struct __jmp_buf_tag *buffer, int is_saved)
{
    (void)buffer;
    (void)is_saved;
}

void __model_load_no_mask(struct __jmp_buf_tag *buffer)
{
    (void)buffer;
}
