#!/usr/bin/env bash
# A host without CMake: compiles and runs the consumer with the flags that pkg-config gives. They must be include paths only (BL-092).
#
# usage: check.sh PKG_CONFIG COMPILER PREFIX VERSION
set -euo pipefail
pkg_config=$1 compiler=$2 prefix=$3 version=$4
export PKG_CONFIG_PATH=$prefix/share/pkgconfig

found=$("$pkg_config" --modversion vtc)
[[ $found == "$version" ]] || { echo "pkg-config says version $found, not $version"; exit 1; }

read -ra flags < <("$pkg_config" --cflags --libs vtc)
for flag in "${flags[@]}"; do
  [[ $flag == -I* ]] || { echo "vtc.pc leaks $flag"; exit 1; }
done

program=$(mktemp)
trap 'rm -f "$program"' EXIT
"$compiler" -std=c++17 "${flags[@]}" "$(dirname "${BASH_SOURCE[0]}")/../main.cpp" -o "$program"
"$program"
