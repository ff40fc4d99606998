# shellcheck shell=bash
# Where the C++ headers of ONNX Runtime are. Its wheel has none, and they are not in this repository. To be sourced, in the root of the repository.

# find_onnxruntime_headers FOLDER: sets `headers` to the folder of onnxruntime_cxx_api.h, or to nothing. Looks at $ONNXRUNTIME_INCLUDE, at what is installed, and
# at what was unpacked in FOLDER before; else unpacks Debian's libonnxruntime-dev there, from trixie where this Debian is older (nothing is installed).
find_onnxruntime_headers() {
  local folder=$1 place package
  headers=
  for place in "${ONNXRUNTIME_INCLUDE-}" /usr/include/onnxruntime /usr/local/include/onnxruntime /usr/include/onnxruntime/core/session /usr/local/include \
    "$folder/usr/include/onnxruntime" "$folder/usr/include/onnxruntime/core/session"; do
    if [[ -n $place && -f $place/onnxruntime_cxx_api.h ]]; then
      headers=$(cd "$place" && pwd)
      return
    fi
  done
  [[ -z ${tried-} ]] || return 0
  tried=yes
  mkdir -p "$folder"
  local debian=http://deb.debian.org/debian
  package=$(curl -fsS -m 120 "$debian/dists/trixie/main/binary-amd64/Packages.xz" 2>/dev/null | xz -dc 2>/dev/null |
    awk '/^Package: /{ours = $2 == "libonnxruntime-dev"} ours && /^Filename: /{print $2}') || true
  if [[ -n $package ]] && curl -fsS -m 120 "$debian/$package" -o "$folder/headers.deb"; then dpkg-deb -x "$folder/headers.deb" "$folder"; fi
  find_onnxruntime_headers "$folder"
}
