/* getopt, getopt_long. Arguments that are no options are moved behind the options, as glibc does; a + in front of the
 * option letters ends the options at the first such argument. Not modelled: abbreviated long names, a - in front of the
 * letters. */
#define _GNU_SOURCE
#include "candor.h"
#include <getopt.h>
#include <stdio.h>
#include <string.h>

char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

static const char *rest; /* of an argument with several letters */
static int n_passed;     /* arguments that the current option was moved in front of */

static void complain(char *const *argv, const char *options, const char *message, const char *what, size_t n)
{
    if (opterr == 0 || *options == ':')
        return;
    fputs(argv[0], stderr);
    fputs(": ", stderr);
    fputs(message, stderr);
    fputs(" '", stderr);
    fwrite(what, 1, n, stderr);
    fputs("'\n", stderr);
}

static int is_option(const char *argument)
{
    return argument[0] == '-' && argument[1] != 0;
}

/* Moves argv[from] to optind; what it passes keeps its order. */
static char *bring(char **argv, int from)
{
    char *argument = argv[from];
    for (; from > optind; from--)
        argv[from] = argv[from - 1];
    argv[optind] = argument;
    return argument;
}

/* Brings the next option to optind, if there is one. */
static void bring_option(int argc, char **argv, int in_order)
{
    int found = optind;
    n_passed = 0;
    while (!in_order && found < argc && !is_option(argv[found]))
        found++;
    if (found >= argc)
        return;
    n_passed = found - optind;
    bring(argv, found);
}

/* Takes the argument that followed the option before it was moved; 0 when there is none. */
static int take_argument(int argc, char *const *argv)
{
    int from = optind + n_passed;
    if (from >= argc)
        return 0;
    optarg = bring((char **)argv, from);
    optind++;
    return 1;
}

/* The answer when the command line ends before the argument of an option. */
static int missing_argument(char *const *argv, const char *options, const char *what, size_t n)
{
    complain(argv, options, "option requires an argument --", what, n);
    return *options == ':' ? ':' : '?';
}

static int take_letter(int argc, char *const *argv, const char *options)
{
    const char *letter = rest++;
    const char *known = *letter == ':' ? NULL : strchr(options, *letter);
    if (*rest == 0) {
        rest = NULL;
        optind++;
    }
    if (known == NULL) {
        optopt = *letter;
        complain(argv, options, "invalid option --", letter, 1);
        return '?';
    }
    if (known[1] != ':')
        return *letter;
    optarg = (char *)rest;
    if (rest != NULL)
        optind++;
    rest = NULL;
    if (optarg != NULL || known[2] == ':')
        return *letter;
    if (take_argument(argc, argv))
        return *letter;
    optopt = *letter;
    return missing_argument(argv, options, letter, 1);
}

static int take_long(int argc, char *const *argv, const char *options, const struct option *known, int *index)
{
    const char *name = argv[optind++] + 2;
    size_t n = strcspn(name, "=");
    for (int i = 0; known[i].name != NULL; i++) {
        if (strncmp(known[i].name, name, n) != 0 || known[i].name[n] != 0)
            continue;
        if (index != NULL)
            *index = i;
        if (name[n] == '=' && known[i].has_arg == no_argument) {
            optopt = known[i].val;
            complain(argv, options, "option doesn't allow an argument --", name, n);
            return '?';
        }
        if (name[n] == '=') {
            optarg = (char *)name + n + 1;
        } else if (known[i].has_arg == required_argument && !take_argument(argc, argv)) {
            optopt = known[i].val;
            return missing_argument(argv, options, name, n);
        }
        if (known[i].flag == NULL)
            return known[i].val;
        *known[i].flag = known[i].val;
        return 0;
    }
    optopt = 0;
    complain(argv, options, "unrecognized option", name - 2, n + 2);
    return '?';
}

int getopt_long(int argc, char *const argv[], const char *options, const struct option *known, int *index)
{
    int in_order = *options == '+';
    if (in_order)
        options++;
    optarg = NULL;
    if (optind == 0) {
        optind = 1;
        rest = NULL;
    }
    if (rest != NULL)
        return take_letter(argc, argv, options);
    bring_option(argc, (char **)argv, in_order);
    if (optind >= argc || !is_option(argv[optind]))
        return -1;
    if (strcmp(argv[optind], "--") == 0) {
        optind++;
        return -1;
    }
    if (known != NULL && argv[optind][1] == '-')
        return take_long(argc, argv, options, known, index);
    rest = argv[optind] + 1;
    return take_letter(argc, argv, options);
}

int getopt(int argc, char *const argv[], const char *options)
{
    return getopt_long(argc, argv, options, NULL, NULL);
}
