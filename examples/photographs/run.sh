#!/usr/bin/env bash
# Real photographs: the tool compresses the tokens that a vision transformer made of them, draws what each method kept, and all drawings
# become one sheet. Run by examples/run.sh, which builds the programs first. usage: run.sh [FOLDER OF THE PROGRAMS [FOLDER TO WRITE]]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
bin=${1:-build/release/bin}
out=${2:-build/release/photographs}
data=examples/photographs/data
mkdir -p "$out"

photographs=(astronaut camera chelsea coffee gravel retina rocket text)
budget=65 # the class token and a quarter of the 16x16 patches
labels=(original "attention top-k" VisionZip DivPrune ToMe "2x2 pooling")
methods=(fastervlm visionzip divprune tome block_pool)

pictures=()
done=0
total=$((${#photographs[@]} * ${#methods[@]}))
for photograph in "${photographs[@]}"; do
  pictures+=("$data/$photograph.png")
  for method in "${methods[@]}"; do
    plan=$out/$photograph-$method
    "$bin/vtc" compress --method "$method" --layout 1,16x16 --budget "$budget" --tokens "$data/${photograph}_224_block8_tokens.npy" \
      --metric "$data/${photograph}_224_block8_keys_mean.npy" --attention "$data/${photograph}_224_block8_class_attention.npy" --out "$plan" >/dev/null
    "$bin/vtc" explain --plan "$plan" --image "$data/$photograph.png" --out "$plan.png" >/dev/null
    pictures+=("$plan.png")
    done=$((done + 1))
    if [[ -t 2 ]]; then printf '\r%d of %d drawings' "$done" "$total" >&2; fi
  done
done
if [[ -t 2 ]]; then echo >&2; fi

join() { local IFS=,; echo "$*"; }
"$bin/contact_sheet" --out "$out/contact_sheet.png" --columns "$(join "${labels[@]}")" --rows "$(join "${photographs[@]}")" "${pictures[@]}"
echo "257 tokens of each photograph became $budget. What each method kept: $out/contact_sheet.png"
