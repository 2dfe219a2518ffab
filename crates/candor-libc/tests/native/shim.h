/* What the native agreement programs share: the models under their test names, and a stand-in for the interpreter.
 *
 * Every symbol of the library is linked under the name candor_NAME, beside the host's own. */
#ifndef SHIM_H
#define SHIM_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* Output of the models since shim_reset, input they will read, and the last check that failed (NULL if none). */
extern char shim_output[1 << 16];
extern size_t shim_n_output;
extern const char *shim_failed_check;
void shim_reset(const char *input);

/* Counts and prints a disagreement. */
extern int n_disagreements;
void disagree(const char *what, const char *detail, const char *host, const char *model);

/* A small deterministic generator. */
uint64_t shim_random(void);

int candor_printf(const char *format, ...);
int candor_snprintf(char *to, size_t size, const char *format, ...);
int candor_sscanf(const char *from, const char *format, ...);
int *candor___errno_location(void);

void agree_format(void);
void agree_parse(void);
void agree_string(void);
void agree_stdlib(void);
void agree_scan(void);
void agree_time(void);
void agree_math(void);

#endif
