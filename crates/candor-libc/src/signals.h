/* Sets of signals inside the library, and the mask of blocked ones. */
#ifndef SIGNALS_H
#define SIGNALS_H

#include <candor/sigset.h>

/* Bit n - 1 is signal n. */
typedef unsigned long long signals;

signals __model_signals_of(const sigset_t *set);
void __model_store_signals(sigset_t *to, signals set);
signals __model_signal_mask(void);
/* Blocks these and no others, and delivers what was pending. */
void __model_restore_mask(signals before);

#endif
