/* strftime, asctime, ctime in the C locale. */
#define _GNU_SOURCE
#include "candor.h"
#include <string.h>
#include <time.h>

int __model_days_in_year(long long year);

static const char *const weekdays[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                     "July",    "August",   "September", "October", "November", "December"};

struct text {
    char *to;
    size_t size;
    size_t n; /* may grow past the size: then the text does not fit */
};

static void put(struct text *text, char c)
{
    if (text->n < text->size)
        text->to[text->n] = c;
    text->n++;
}

static void put_string(struct text *text, const char *s)
{
    for (; *s != 0; s++)
        put(text, *s);
}

/* The first `count` characters, all of them if it is negative. */
static void put_name(struct text *text, const char *const *names, int n_names, int index, int count)
{
    if (index < 0 || index >= n_names) {
        put(text, '?');
        return;
    }
    for (const char *s = names[index]; *s != 0 && count != 0; s++, count--)
        put(text, *s);
}

static void put_number(struct text *text, long long value, int min_digits, char fill)
{
    char digits[24];
    int n = 0;
    unsigned long long rest = value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value;
    do {
        digits[n++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (value < 0)
        put(text, '-');
    for (int i = n + (value < 0); i < min_digits; i++)
        put(text, fill);
    while (n > 0)
        put(text, digits[--n]);
}

/* The week of ISO 8601: weeks begin on Monday and belong to the year that has their Thursday. */
static int iso_week(const struct tm *tm, long long *year)
{
    int from_monday = (tm->tm_wday + 6) % 7;
    int thursday = tm->tm_yday - from_monday + 3;
    *year = 1900LL + tm->tm_year;
    if (thursday < 0) {
        --*year;
        thursday += __model_days_in_year(*year);
    } else if (thursday >= __model_days_in_year(*year)) {
        thursday -= __model_days_in_year(*year);
        ++*year;
    }
    return thursday / 7 + 1;
}

static void format_to(struct text *text, const char *format, const struct tm *tm);

static int hour12(const struct tm *tm)
{
    return tm->tm_hour % 12 == 0 ? 12 : tm->tm_hour % 12;
}

static long long floor_divide(long long a, long long b)
{
    return a / b - (a % b < 0);
}

/* Conversions of the date; 0 when the letter is not one. */
static int put_date(struct text *text, char letter, const struct tm *tm)
{
    long long year = 1900LL + tm->tm_year;
    long long iso_year;
    switch (letter) {
    case 'a':
        put_name(text, weekdays, 7, tm->tm_wday, 3);
        return 1;
    case 'A':
        put_name(text, weekdays, 7, tm->tm_wday, -1);
        return 1;
    case 'b':
    case 'h':
        put_name(text, months, 12, tm->tm_mon, 3);
        return 1;
    case 'B':
        put_name(text, months, 12, tm->tm_mon, -1);
        return 1;
    case 'C':
        put_number(text, floor_divide(year, 100), 2, '0');
        return 1;
    case 'd':
        put_number(text, tm->tm_mday, 2, '0');
        return 1;
    case 'e':
        put_number(text, tm->tm_mday, 2, ' ');
        return 1;
    case 'g':
        iso_week(tm, &iso_year);
        put_number(text, iso_year - floor_divide(iso_year, 100) * 100, 2, '0');
        return 1;
    case 'G':
        iso_week(tm, &iso_year);
        put_number(text, iso_year, 1, '0');
        return 1;
    case 'j':
        put_number(text, tm->tm_yday + 1, 3, '0');
        return 1;
    case 'm':
        put_number(text, tm->tm_mon + 1, 2, '0');
        return 1;
    case 'u':
        put_number(text, tm->tm_wday == 0 ? 7 : tm->tm_wday, 1, '0');
        return 1;
    case 'U':
        put_number(text, (tm->tm_yday + 7 - tm->tm_wday) / 7, 2, '0');
        return 1;
    case 'V':
        put_number(text, iso_week(tm, &iso_year), 2, '0');
        return 1;
    case 'w':
        put_number(text, tm->tm_wday, 1, '0');
        return 1;
    case 'W':
        put_number(text, (tm->tm_yday + 7 - (tm->tm_wday + 6) % 7) / 7, 2, '0');
        return 1;
    case 'y':
        put_number(text, year - floor_divide(year, 100) * 100, 2, '0');
        return 1;
    case 'Y':
        put_number(text, year, 1, '0');
        return 1;
    default:
        return 0;
    }
}

/* Conversions of the time of day; 0 when the letter is not one. */
static int put_time(struct text *text, char letter, const struct tm *tm)
{
    switch (letter) {
    case 'H':
        put_number(text, tm->tm_hour, 2, '0');
        return 1;
    case 'I':
        put_number(text, hour12(tm), 2, '0');
        return 1;
    case 'k':
        put_number(text, tm->tm_hour, 2, ' ');
        return 1;
    case 'l':
        put_number(text, hour12(tm), 2, ' ');
        return 1;
    case 'M':
        put_number(text, tm->tm_min, 2, '0');
        return 1;
    case 'p':
        put_string(text, tm->tm_hour < 12 ? "AM" : "PM");
        return 1;
    case 'P':
        put_string(text, tm->tm_hour < 12 ? "am" : "pm");
        return 1;
    case 's': {
        struct tm copy = *tm;
        put_number(text, mktime(&copy), 1, '0');
        return 1;
    }
    case 'S':
        put_number(text, tm->tm_sec, 2, '0');
        return 1;
    case 'z':
        put_string(text, "+0000");
        return 1;
    case 'Z':
        put_string(text, tm->tm_zone != NULL ? tm->tm_zone : "");
        return 1;
    default:
        return 0;
    }
}

/* Conversions that stand for several others; NULL when the letter is not one. */
static const char *expansion_of(char letter)
{
    switch (letter) {
    case 'c':
        return "%a %b %e %H:%M:%S %Y";
    case 'D':
    case 'x':
        return "%m/%d/%y";
    case 'F':
        return "%Y-%m-%d";
    case 'r':
        return "%I:%M:%S %p";
    case 'R':
        return "%H:%M";
    case 'T':
    case 'X':
        return "%H:%M:%S";
    case 'n':
        return "\n";
    case 't':
        return "\t";
    case '%':
        return "%%";
    default:
        return NULL;
    }
}

static void format_to(struct text *text, const char *format, const struct tm *tm)
{
    for (; *format != 0; format++) {
        if (*format != '%') {
            put(text, *format);
            continue;
        }
        format++;
        if (*format == 'E' || *format == 'O') /* other calendars and digits, which the C locale does not have */
            format++;
        const char *expansion = expansion_of(*format);
        if (*format == '%')
            put(text, '%');
        else if (expansion != NULL)
            format_to(text, expansion, tm);
        else if (!put_date(text, *format, tm) && !put_time(text, *format, tm)) {
            CHECK_ARGUMENT(0, "unknown conversion in a strftime format");
            return;
        }
    }
}

size_t strftime(char *restrict to, size_t size, const char *restrict format, const struct tm *restrict tm)
{
    tzset();
    struct text text = {to, size, 0};
    format_to(&text, format, tm);
    put(&text, 0);
    if (text.n <= size)
        return text.n - 1;
    /* C leaves open what is there now. */
    for (size_t i = 0; i < size; i++)
        to[i] = (char)__candor_outside(8);
    return 0;
}

enum { ASCTIME_SIZE = 26 };

char *asctime_r(const struct tm *restrict tm, char *restrict to)
{
    __model_may_cancel();
    struct text text = {to, ASCTIME_SIZE, 0};
    CHECK_ARGUMENT((tm->tm_year >= -2899) & (tm->tm_year <= 8099), "the year has more than four digits");
    put_name(&text, weekdays, 7, tm->tm_wday, 3);
    put(&text, ' ');
    put_name(&text, months, 12, tm->tm_mon, 3);
    put_number(&text, tm->tm_mday, 3, ' ');
    put(&text, ' ');
    put_number(&text, tm->tm_hour, 2, '0');
    put(&text, ':');
    put_number(&text, tm->tm_min, 2, '0');
    put(&text, ':');
    put_number(&text, tm->tm_sec, 2, '0');
    put(&text, ' ');
    put_number(&text, 1900LL + tm->tm_year, 1, ' ');
    put(&text, '\n');
    put(&text, 0);
    return to;
}

static char shared[ASCTIME_SIZE];

char *asctime(const struct tm *tm)
{
    return asctime_r(tm, shared);
}

char *ctime_r(const time_t *restrict when, char *restrict to)
{
    __model_may_cancel();
    struct tm tm;
    return localtime_r(when, &tm) == NULL ? NULL : asctime_r(&tm, to);
}

/* C defines it so: the structure that localtime and gmtime return changes. */
char *ctime(const time_t *when)
{
    const struct tm *tm = localtime(when);
    return tm == NULL ? NULL : asctime(tm);
}
