#!/bin/sh
# Makes sure that everything is there to build and test candor: installs missing Debian packages when it may, and
# otherwise prints the exact command. Quick and silent when nothing is missing.
set -eu

packages="clang-22 llvm-22 llvm-22-dev libpolly-22-dev libclang-rt-22-dev zlib1g-dev libzstd-dev libsymfpu-dev libgmp-dev z3 libz3-4 csmith libcsmith-dev g++ gcc-multilib make"

if ! command -v cargo >/dev/null 2>&1; then
    echo "setup: cargo is missing; install Rust 1.95 or newer first" >&2
    exit 1
fi

if ! command -v dpkg-query >/dev/null 2>&1; then
    # Not Debian or a relative of it: all we can do is look for the tools themselves.
    for tool in clang-22 llvm-config-22 c++ csmith; do
        command -v "$tool" >/dev/null 2>&1 || echo "setup: $tool was not found; install LLVM 22, a C++ compiler and csmith" >&2
    done
    exit 0
fi

missing=""
for package in $packages; do
    status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
    [ "$status" = "install ok installed" ] || missing="$missing $package"
done
[ -z "$missing" ] && exit 0

if [ "$(id -u)" = 0 ]; then
    root=""
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    root="sudo -n"
else
    echo "setup: these packages are missing; install them with" >&2
    echo "    sudo apt-get install -y$missing" >&2
    exit 1
fi

echo "setup: installing$missing"
export DEBIAN_FRONTEND=noninteractive
# An out-of-date package list is the usual reason for a failure, so it is updated before a second try.
if ! $root apt-get install -y --no-install-recommends $missing; then
    $root apt-get update
    if ! $root apt-get install -y --no-install-recommends $missing; then
        echo "setup: apt-get could not install$missing" >&2
        echo "setup: if a package is not known, add a package source that has LLVM 22 for this system and try again" >&2
        exit 1
    fi
fi
