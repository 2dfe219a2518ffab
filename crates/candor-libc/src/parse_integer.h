/* The integer in front of a string, before it is fitted to a type: shared by strtol and its family, atoi and scanf. */
#ifndef PARSE_INTEGER_H
#define PARSE_INTEGER_H

struct integer {
    unsigned long long magnitude; /* ULLONG_MAX when too_large */
    int negative;
    int too_large;
    const char *end; /* behind the last digit; NULL when there is none */
};

enum binary_prefix { NO_BINARY_PREFIX, BINARY_PREFIX };

/* `base` is 0 or 2 to 36. BINARY_PREFIX accepts the 0b of C23. */
struct integer __model_parse_integer(const char *s, int base, enum binary_prefix binary);

/* The integer as a signed (unsigned) number whose greatest value is `max`; errno is ERANGE when it does not fit. */
long long __model_fit_signed(const struct integer *integer, long long max);
unsigned long long __model_fit_unsigned(const struct integer *integer, unsigned long long max);

#endif
