#!/usr/bin/env bash
# Builds and runs every test. Complete on a machine that has only a Debian base image.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source cmake/prepare.sh

usage() {
  cat <<'END'
usage: tests/run.sh [--sanitize | --aarch64] [options of ctest]

  --sanitize   under the address and undefined behaviour sanitizers (build/sanitize)
  --aarch64    compiled for 64-bit Arm and run under qemu (build/aarch64)

Installs the Debian packages that are missing (as root, or with sudo where it asks no password), builds in build/release, runs ctest.
The options that follow go to ctest:
  tests/run.sh -R plan             tests whose name matches
  tests/run.sh -N                  only list them
One case of one program:  build/release/bin/tests/plan "BL-014*"
END
}

preset=release
case ${1-} in
  -h | --help) usage; exit 0 ;;
  --sanitize | --aarch64) preset=${1#--}; shift ;;
esac

packages=(cmake ninja-build g++ libxsimd-dev libeigen3-dev catch2 nlohmann-json3-dev)
targets=vtc_tests
parts=(tests)
if [[ $preset != aarch64 ]]; then
  packages+=(libcli11-dev libpng-dev)
  targets+=" vtc_examples"
  parts+=(examples)
fi
if [[ $preset != sanitize ]]; then packages+=(g++-aarch64-linux-gnu qemu-user); fi
if [[ $preset == release ]]; then packages+=("clang-14|clang" pkg-config libopencv-core-dev); fi

install_packages "${packages[@]}"
build "$preset" "$targets" "${parts[@]}"
ctest --test-dir "build/$preset" --output-on-failure --no-tests=error --parallel "$(nproc)" "$@"
