#!/usr/bin/env bash
# Rule: a misuse is refused by the compiler, in words that help. Each file here must fail to compile with the words of its first line
# ("// expect: words") in the message, and must compile once VTC_CORRECT is defined, so that it fails for that reason and no other.
#
# usage: check.sh FILE COMPILER [FLAGS]
set -euo pipefail
export LC_ALL=C  # plain quotes in messages
file=$1
compile=("${@:2}" -std=c++17 -fsyntax-only -Wall -Wextra -Werror -Wno-unused-parameter)

read -r first <"$file"
words=${first#// expect: }
[[ $words != "$first" ]] || { echo "$file: the first line must be '// expect: words'"; exit 1; }

if ! "${compile[@]}" -DVTC_CORRECT "$file"; then
  echo "$file: the correct form does not compile"
  exit 1
fi
if message=$("${compile[@]}" "$file" 2>&1); then
  echo "$file: the misuse compiles"
  exit 1
fi
if ! grep -qF -- "$words" <<<"$message"; then
  printf '%s: the message lacks the words "%s":\n%s\n' "$file" "$words" "$message"
  exit 1
fi
