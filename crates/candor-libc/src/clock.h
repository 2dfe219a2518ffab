/* What other models ask the clocks. */
#ifndef CLOCK_H
#define CLOCK_H

/* Somebody has slept. Where the program looks at no clock the linker puts the second in place of the first. */
void __model_pass_time(unsigned long long seconds, unsigned int nanoseconds);
void __model_pass_no_time(unsigned long long seconds, unsigned int nanoseconds);
void __model_wait_until(unsigned long long seconds, unsigned int nanoseconds);
/* What the clock has shown last, or NO_TIME if nobody has looked. */
#define NO_TIME (~0ULL)
unsigned long long __model_last_seconds(void);
/* The time that the program has used so far, later each time. */
unsigned long long __model_processor_microseconds(void);

#endif
