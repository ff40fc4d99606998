#!/usr/bin/env bash
# check.sh symbols OBJECT        lists weak symbols whose name tells no architecture; fails if there is one
# check.sh instructions PROGRAM  lists functions that hold AVX instructions although their name does not say so; fails if there is one
set -euo pipefail

# An architecture tag of xsimd, or our own. Written by every compiler for its own use: the exception-handling markers.
tagged='xsimd::(sse|ssse|avx|fma3|fma4|neon|generic|common)|vtc::v[0-9_]+::scalar'
markers='DW\.ref\.__gxx_personality_v0|__clang_call_terminate'

case $1 in
  symbols)
    nm -C "$2" | awk -v allowed="$tagged|$markers" '
      / T use_| [DR] tool::engine_/ { entry = 1 }
      { kind = length($1) == 16 ? $2 : $1 }
      kind ~ /^[VvWwu]$/ && $0 !~ allowed { print; faults++ }
      END { if (!entry) print "the object defines neither use_... nor an engine of the tool"; exit !entry || faults > 0 }'
    ;;
  instructions)
    objdump -dC --no-show-raw-insn "$2" | awk -F '\t' '
      /^[0-9a-f]+ <.*>:$/ { name = $0; sub(/^[0-9a-f]+ </, "", name); sub(/>:$/, "", name) }
      $2 ~ /^v.*%[xyz]mm|^vzero/ { avx++; if (name !~ /avx/ && !(name in told)) { told[name] = 1; faults++; print name ": " $2 } }
      END { if (!avx) print "the AVX2 path holds no AVX instruction: is this the right program?"; exit !avx || faults > 0 }'
    ;;
esac
