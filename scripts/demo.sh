#!/bin/sh
# Shows candor on an example that seems to work: usage: demo.sh path/to/candor
set -eu

candor=$1
example=examples/words.c
native=$(mktemp)
trap 'rm -f "$native"' EXIT

echo "\$ clang-22 $example && ./a.out"
clang-22 -w "$example" -o "$native"
"$native"
echo
echo "\$ candor run $example"
status=0
"$candor" run "$example" || status=$?
echo "(exit status $status)"
# 134 is what a fault gives, and this example has one.
[ "$status" = 134 ]
