#!/usr/bin/env bash
# Builds the benchmarks and prints the table of the README. Complete on a machine that has only a Debian base image.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source cmake/prepare.sh

usage() {
  cat <<'USAGE'
usage: benchmarks/run.sh [--quick] [--json FILE] [--only REGEX] [--list] [--avx512]
       benchmarks/run.sh --bars [--strict] [--quick]

Installs the Debian packages that are missing (as root, or with sudo where it asks no password), builds in build/release, then prints for
each kernel and method: shape, element, milliseconds, the share of the limit measured in the same run, times plain Eigen, times a plain loop.
  --quick       two of the nine models, fewer repetitions: under two minutes (all: about ten)
  --json FILE   the same numbers, and their spread, for a program
  --only REGEX  lines whose "work shape element memory model" matches, for example --only 'best_match.*f32'
  --list        names the lines and measures none
  --avx512      compiled for AVX-512 instead of AVX2
  --bars        checks what the project promises of itself, instead of the table; --strict: exit code 1 where a bar is missed
USAGE
}

program=benchmarks arguments=()
for word in "$@"; do
  case $word in
    -h | --help) usage; exit 0 ;;
    --avx512) program=benchmarks_avx512 ;;
    --bars) program=bars ;;
    *) arguments+=("$word") ;;
  esac
done

install_packages cmake ninja-build g++ libxsimd-dev libeigen3-dev libbenchmark-dev nlohmann-json3-dev
build release "$program" benchmarks
"build/release/bin/$program" "${arguments[@]}"
