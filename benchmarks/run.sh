#!/usr/bin/env bash
# Builds the benchmarks and prints the table of the README. Complete on a machine that has only a Debian base image.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source cmake/prepare.sh

usage() {
  cat <<'END'
usage: benchmarks/run.sh [--quick] [--json FILE] [options of Google Benchmark]

Installs the Debian packages that are missing (as root, or with sudo where it asks no password), builds in build/release, then prints
for each kernel and method: shape, element, milliseconds, the share of the limit measured in the same run, and times Eigen.
  --quick       fewer repetitions: the order of things, not figures to publish
  --json FILE   the same numbers, and more, for a program
END
}

case ${1-} in -h | --help) usage; exit 0 ;; esac

install_packages cmake ninja-build g++ libxsimd-dev libeigen3-dev libbenchmark-dev nlohmann-json3-dev
build release vtc_benchmarks benchmarks
build/release/bin/benchmarks "$@"
