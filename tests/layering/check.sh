#!/usr/bin/env bash
# Rule: data flows one way. What a header of include/vtc reaches through its includes, directly or not, lies in the folders listed for its
# own folder; Eigen appears in view/eigen.hpp only; the catalogue of methods is not part of vtc.hpp; and outside session/ nothing
# allocates behind the host's back, throws, or asks for run-time types.
#
# usage: check.sh INCLUDE_FOLDER
set -euo pipefail
cd "$1"

# What each folder may reach. Headers in the root are the shared vocabulary: allowed everywhere, with what they reach counted too.
declare -A may_reach=(
  [view]="view"
  [kernel]="kernel view"
  [similarity]="similarity view kernel"
  [score]="score view kernel similarity"
  [budget]="budget view kernel"
  [plan]="plan view kernel similarity score budget"
  [method]="method plan view kernel similarity score budget"
  [apply]="apply view kernel plan"
  [sequence]="sequence view plan"
  [host]="host view"
  [session]="*"
  [c]="*"
  [root]="*"
)
system_headers="cmath cstddef cstdint cstdlib cstring limits type_traits utility xsimd/xsimd.hpp"
banned_words='throw|try|catch|dynamic_cast|typeid|virtual|std::(vector|string|function|sort|tuple|map|set|list|exp|log|pow|cout|cerr)'
banned_names='utils?|helpers?|common|core|detail|misc'

faults=0
fault() {
  echo "include/$1: $2"
  faults=$((faults + 1))
}

folder_of() {  # vtc/plan/select/top_k.hpp -> plan, vtc/status.hpp -> root
  local inside=${1#vtc/}
  [[ $inside == */* ]] && echo "${inside%%/*}" || echo root
}

mapfile -t headers < <(find vtc -name '*.hpp' -o -name '*.h' | sort)
((${#headers[@]} > 0)) || { echo "no header in $1"; exit 1; }

declare -A ours theirs
for header in "${headers[@]}"; do
  ours[$header]=$(sed -nE 's/^ *# *include *"([^"]+)".*/\1/p' "$header" | tr '\n' ' ')
  theirs[$header]=$(sed -nE 's/^ *# *include *<([^>]+)>.*/\1/p' "$header" | tr '\n' ' ')
done

# Walks the includes of one header: `seen` becomes what it reaches, each with the way there.
walk() {
  local at=$1 path=$2 next
  for next in ${ours[$at]-}; do
    if [[ -z ${seen[$next]+yes} ]]; then
      seen[$next]="$path $next"
      walk "$next" "$path $next"
    fi
  done
}

for header in "${headers[@]}"; do
  folder=$(folder_of "$header")
  if [[ -z ${may_reach[$folder]+known} ]]; then
    fault "$header" "is in a folder that tests/layering/check.sh does not know"
    continue
  fi
  for next in ${ours[$header]}; do
    [[ -n ${ours[$next]+known} ]] || fault "$header" "includes \"$next\", which is no header of vtc"
  done
  declare -A seen=()
  walk "$header" "$header"
  [[ -z ${seen[$header]+yes} ]] || fault "$header" "includes itself: ${seen[$header]}"
  for reached in "${!seen[@]}"; do
    target=$(folder_of "$reached")
    [[ $target == root || ${may_reach[$folder]} == "*" || " ${may_reach[$folder]} " == *" $target "* ]] ||
      fault "$header" "$folder/ must not reach $target/: ${seen[$reached]}"
    [[ $header != vtc/vtc.hpp || $target != method ]] || fault "$header" "must not reach a method: ${seen[$reached]}"
  done
  [[ $header =~ /($banned_names)(/|\.hpp$) ]] && fault "$header" "is called ${BASH_REMATCH[1]}, which tells nothing"

  [[ $folder == session || $folder == c ]] && continue
  for include in ${theirs[$header]}; do
    [[ $header == vtc/view/eigen.hpp && $include == Eigen/* ]] && continue
    [[ " $system_headers " == *" $include "* ]] || fault "$header" "includes <$include>; allowed are $system_headers"
  done
  words=$(sed -E 's/"([^"\\]|\\.)*"//g; s://.*$::' "$header" | grep -noE "(^|[^A-Za-z0-9_])($banned_words)([^A-Za-z0-9_]|$)" || true)
  [[ -z $words ]] || fault "$header" "uses a word of the language that is banned here, line ${words//$'\n'/, }"
done

echo "${#headers[@]} headers, $faults faults"
((faults == 0))
