/* Prints a table whose text does not depend on the data model: compiled for 32 bits with the models and for the host
 * with its own library, the outputs must be equal. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define N(array) (sizeof array / sizeof array[0])

static void print_numbers(void)
{
    static const double values[] = {
        0.0, -0.0, 1.0, 0.1, 2.5, 1e22, 1e23, 1e300, 5e-324, 1.7976931348623157e308, 123456.789, 9.999995, 1e-5};
    for (size_t i = 0; i < N(values); i++) {
        long double third = (long double)values[i] / 3;
        printf("%f|%e|%g|%.17g|%a|%.0f|%-12.3f|%+.3e\n", values[i], values[i], values[i], values[i], values[i],
               values[i], values[i], values[i]);
        printf("%Lf|%Le|%Lg|%.20Lg|%La\n", third, third, third, third, third);
    }
    printf("%d %i %u %o %x %X %c %5s|%-5s|%.2s %%\n", -1, INT_MIN, UINT_MAX, 8u, 255u, 255u, 'c', "abc", "abc", "abc");
    printf("%lld %llu %llx %jd %zu %td %hhd %hd\n", LLONG_MIN, ULLONG_MAX, ULLONG_MAX, INTMAX_MAX, (size_t)77,
           (ptrdiff_t)-77, -1, -2);
    printf("%*d|%-*d|%.*f|%" PRId64 "|%" PRIu64 "\n", 5, 42, 5, 42, 2, 3.14159, INT64_MIN, UINT64_MAX);
}

static void parse_numbers(void)
{
    static const char *const floats[] = {"3.14",
                                         "1e23",
                                         "-0",
                                         "inf",
                                         "nan",
                                         "0x1.8p3",
                                         "2.2250738585072011e-308",
                                         "1e400",
                                         "1e-400",
                                         "abc",
                                         "9007199254740993"};
    static const char *const integers[] = {"42", "-17",  "0x1f", "077", "99999999999999999999", "-99999999999999999999",
                                           "zz", "12abc"};
    for (size_t i = 0; i < N(floats); i++) {
        char *end;
        errno = 0;
        double value = strtod(floats[i], &end);
        long double extended = strtold(floats[i], NULL);
        printf("%s -> %a %La end %d errno %d\n", floats[i], value, extended, (int)(end - floats[i]), errno);
    }
    for (size_t i = 0; i < N(integers); i++) {
        char *end;
        errno = 0;
        long long value = strtoll(integers[i], &end, 0);
        unsigned long long natural = strtoull(integers[i], NULL, 10);
        printf("%s -> %lld %llu end %d errno %d\n", integers[i], value, natural, (int)(end - integers[i]), errno);
    }
}

static int by_value(const void *a, const void *b)
{
    int left = *(const int *)a;
    int right = *(const int *)b;
    return (left > right) - (left < right);
}

static void scan_and_sort(void)
{
    int numbers[50];
    int a = 0;
    long long b = 0;
    short c = 0;
    double d = 0;
    float e = 0;
    char word[20] = "";
    int n = sscanf("12 -345678901234 77 2.5 1e3 word", "%d %lld %hd %lf %f %19s", &a, &b, &c, &d, &e, word);
    printf("%d: %d %lld %d %g %g %s\n", n, a, b, c, d, e, word);
    srand(7);
    for (size_t i = 0; i < N(numbers); i++)
        numbers[i] = rand();
    qsort(numbers, N(numbers), sizeof *numbers, by_value);
    for (size_t i = 0; i < N(numbers); i++)
        printf("%d ", numbers[i]);
    srand48(7);
    printf("%ld %ld %.17g\n", lrand48(), mrand48(), drand48());
}

static void handle_text(void)
{
    char text[] = "the quick,brown;fox";
    char *rest = NULL;
    for (char *piece = strtok_r(text, " ,;", &rest); piece != NULL; piece = strtok_r(NULL, " ,;", &rest))
        printf("[%s]", piece);
    printf("%s %d %d %s\n", strstr("haystack", "st"), strcmp("abc", "abd") < 0, isalpha('x') != 0, strerror(ENOENT));
    time_t when = 1234567890;
    struct tm tm;
    char formatted[100];
    gmtime_r(&when, &tm);
    strftime(formatted, sizeof formatted, "%c %j %U %V %G", &tm);
    printf("%s %s", formatted, asctime(&tm));
}

static void last(void)
{
    printf("bye\n");
}

int main(void)
{
    atexit(last);
    print_numbers();
    parse_numbers();
    scan_and_sort();
    handle_text();
    return 0;
}
