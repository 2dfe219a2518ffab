/* Sorting, searching, random numbers and the like against the host's. */
#define _GNU_SOURCE
#include "shim.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

typedef int compare_function(const void *, const void *);
void candor_qsort(void *base, size_t count, size_t size, compare_function *compare);
void *candor_bsearch(const void *key, const void *base, size_t count, size_t size, compare_function *compare);
int candor_rand(void);
void candor_srand(unsigned int seed);
int candor_rand_r(unsigned int *seed);
double candor_drand48(void);
long candor_lrand48(void);
long candor_mrand48(void);
void candor_srand48(long seed);
int candor_mbtowc(wchar_t *wide, const char *s, size_t n);
size_t candor_mbstowcs(wchar_t *to, const char *from, size_t n);
int candor_wctomb(char *s, wchar_t wide);
int candor_abs(int value);
div_t candor_div(int a, int b);
int candor_getopt_long(int argc, char *const *argv, const char *options, const struct option *known, int *index);
extern char *candor_optarg;
extern int candor_optind;
extern int candor_opterr;
int candor_posix_memalign(void **block, size_t alignment, size_t size);
int candor_asprintf(char **to, const char *format, ...);

static void expect(int ok, const char *what)
{
    if (!ok)
        disagree("stdlib", what, "agrees", "differs");
}

struct pair {
    int key;
    int place;
};

static int compare_pairs(const void *a, const void *b)
{
    int left = ((const struct pair *)a)->key;
    int right = ((const struct pair *)b)->key;
    return (left > right) - (left < right);
}

/* Not every host keeps the order of equal elements; the model does. */
static void compare_sorts(void)
{
    for (size_t n = 0; n < 60; n++) {
        struct pair pairs[60];
        for (size_t i = 0; i < n; i++)
            pairs[i] = (struct pair){(int)(shim_random() % 20), (int)i};
        candor_qsort(pairs, n, sizeof *pairs, compare_pairs);
        for (size_t i = 1; i < n; i++) {
            int order = compare_pairs(&pairs[i - 1], &pairs[i]);
            expect(order < 0 || (order == 0 && pairs[i - 1].place < pairs[i].place), "qsort");
        }
        for (int key = -1; key < 21; key++) {
            struct pair wanted = {key, 0};
            struct pair *host_found = bsearch(&wanted, pairs, n, sizeof *pairs, compare_pairs);
            struct pair *model_found = candor_bsearch(&wanted, pairs, n, sizeof *pairs, compare_pairs);
            expect(host_found == model_found, "bsearch");
        }
    }
}

static void compare_random_numbers(void)
{
    static const unsigned int seeds[] = {1, 0, 42, 2147483647, 2147483648u, 4294967295u, 123456789};
    for (int i = 0; i < 100; i++)
        expect(rand() == candor_rand(), "rand without srand");
    for (size_t s = 0; s < sizeof seeds / sizeof seeds[0]; s++) {
        unsigned int host_seed = seeds[s];
        unsigned int model_seed = seeds[s];
        srand(seeds[s]);
        candor_srand(seeds[s]);
        srand48((long)seeds[s]);
        candor_srand48((long)seeds[s]);
        for (int i = 0; i < 200; i++) {
            expect(rand() == candor_rand(), "rand");
            expect(rand_r(&host_seed) == candor_rand_r(&model_seed), "rand_r");
            expect(drand48() == candor_drand48(), "drand48");
            expect(lrand48() == candor_lrand48(), "lrand48");
            expect(mrand48() == candor_mrand48(), "mrand48");
        }
    }
}

static void compare_multibyte(void)
{
    for (int c = 0; c < 256; c++) {
        char s[2] = {(char)c, 0};
        wchar_t host = 0;
        wchar_t model = 0;
        wchar_t host_text[4] = {0};
        wchar_t model_text[4] = {0};
        expect(mbtowc(&host, s, 2) == candor_mbtowc(&model, s, 2) && host == model, "mbtowc");
        expect(mbstowcs(host_text, s, 4) == candor_mbstowcs(model_text, s, 4), "mbstowcs");
        expect(memcmp(host_text, model_text, sizeof host_text) == 0, "mbstowcs");
        expect(wctomb(s, (wchar_t)c) == candor_wctomb(s, (wchar_t)c), "wctomb");
    }
}

static void compare_options(void)
{
    static const struct option known[] = {{"alpha", no_argument, NULL, 'A'},
                                          {"beta", required_argument, NULL, 'B'},
                                          {"gamma", optional_argument, NULL, 'G'},
                                          {0}};
    static const char *const lines[][8] = {
        {"p", "-a", "-b", "x", "file", NULL},
        {"p", "file", "-ab", "x", "-c", NULL},
        {"p", "-bx", "-c", "--", "-a", NULL},
        {"p", "--alpha", "--beta=5", "one", NULL},
        {"p", "one", "--beta", "5", "--gamma=2", "two", NULL},
        {"p", "-x", "-b", NULL},
        {"p", "--nope", "--alpha=1", NULL},
        {"p", "-d5", "-d", "7", NULL},
        {"p", "-", "-a", NULL},
        {"p", NULL},
    };
    opterr = 0;
    candor_opterr = 0;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char *host[8];
        char *model[8];
        int argc = 0;
        for (; lines[i][argc] != NULL; argc++)
            host[argc] = model[argc] = (char *)lines[i][argc];
        host[argc] = model[argc] = NULL;
        optind = 0;
        candor_optind = 0;
        for (int step = 0; step < 8; step++) {
            int host_result = getopt_long(argc, host, "ab:cd::", known, NULL);
            int model_result = candor_getopt_long(argc, model, "ab:cd::", known, NULL);
            expect(host_result == model_result, "getopt_long");
            expect(optarg == candor_optarg, "optarg");
            if (host_result == -1)
                break;
        }
        expect(optind == candor_optind, "optind");
        expect(memcmp(host, model, (size_t)argc * sizeof *host) == 0, "order of arguments");
    }
}

void agree_stdlib(void)
{
    compare_sorts();
    compare_random_numbers();
    compare_multibyte();
    compare_options();
    expect(candor_abs(-5) == 5 && candor_div(-7, 2).quot == -3 && candor_div(-7, 2).rem == -1, "abs, div");
    void *block = NULL;
    expect(candor_posix_memalign(&block, 64, 128) == 0 && (uintptr_t)block % 64 == 0, "posix_memalign");
    free(block);
    char *text = NULL;
    expect(candor_asprintf(&text, "%d-%s", 42, "x") == 4 && strcmp(text, "42-x") == 0, "asprintf");
    free(text);
}
