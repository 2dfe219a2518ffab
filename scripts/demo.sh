#!/bin/sh
# Shows candor on a program that seems to work and on its repaired twin: usage: demo.sh path/to/candor
set -eu

candor=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
report=$(dirname "$candor")/demo.html

# Runs a command and expects an exit status.
expect() {
    wanted=$1
    shift
    status=0
    "$@" || status=$?
    echo "(exit status $status)"
    [ "$status" = "$wanted" ]
}

echo "\$ clang-22 examples/words.c && ./a.out"
clang-22 -w examples/words.c -o "$folder/words"
"$folder/words"
echo
echo "It seems to work. What does candor say about all its executions?"
echo
echo "\$ candor check --output html=report.html --harness fails.c examples/words.c"
expect 1 "$candor" check --output "html=$report" --harness "$folder/fails.c" examples/words.c
echo
echo "The harness is a C program with the same fault. A sanitizer sees it, without candor:"
echo
echo "\$ clang-22 -g -fsanitize=address fails.c && ./a.out"
clang-22 -g -w -fsanitize=address -iquote examples "$folder/fails.c" -o "$folder/fails" -lm -pthread
status=0
"$folder/fails" > /dev/null 2> "$folder/said" || status=$?
grep -m 3 -E 'ERROR: AddressSanitizer|READ of size|words\.c' "$folder/said"
echo "(exit status $status)"
[ "$status" != 0 ]
echo
echo "The repaired twin keeps an index where words.c keeps a pointer:"
echo
echo "\$ candor check examples/words-fixed.c"
expect 0 "$candor" check examples/words-fixed.c
echo
echo "A single execution is faster to look at:"
echo
echo "\$ candor run examples/words.c"
# 134 is what a fault gives.
expect 134 "$candor" run examples/words.c
echo
echo "The page to step through the counterexample, with a picture of memory: $report"
