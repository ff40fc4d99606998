#!/usr/bin/env bash
# Builds the examples and runs them on the models and pictures that come with the project. Complete on a machine that has only a Debian
# base image.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source cmake/prepare.sh

usage() {
  cat <<'END'
usage: examples/run.sh [PART...]

Installs the Debian packages that are missing (as root, or with sudo where it asks no password), builds in build/release, then runs
  mini_vlm      a small vision-language model answers questions with all and with fewer visual tokens
  text_reader   a text recogniser reads lines with all and with fewer of its columns
  photographs   the tool compresses tokens of photographs and draws what was kept
or only the parts that are named.
END
}

parts=(mini_vlm text_reader photographs)
case ${1-} in -h | --help) usage; exit 0 ;; esac
if (($# > 0)); then parts=("$@"); fi
for part in "${parts[@]}"; do
  [[ -d examples/$part ]] || { echo "examples/run.sh: there is no example \"$part\" (see --help)" >&2; exit 2; }
done

install_packages cmake ninja-build g++ libxsimd-dev libeigen3-dev nlohmann-json3-dev libcli11-dev libpng-dev
build release vtc_examples examples

# A part is a program of that name, or a script in its folder.
for part in "${parts[@]}"; do
  printf '\n== %s\n\n' "$part"
  if [[ -f examples/$part/run.sh ]]; then
    bash "examples/$part/run.sh"
  else
    "build/release/bin/$part"
  fi
done
