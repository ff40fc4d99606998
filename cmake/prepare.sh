# shellcheck shell=bash
# What tests/run.sh, examples/run.sh and benchmarks/run.sh do before they run anything. To be sourced, in the root of the repository.

# install_packages PACKAGE...: installs the Debian packages that are missing. "a|b" means either of them: the first that Debian offers.
# Does nothing, and asks no network, when all are there. Exits 4 when it may not install.
install_packages() {
  local wanted missing=() log
  for wanted in "$@"; do
    local name found=""
    for name in ${wanted//|/ }; do
      if [[ $(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null) == installed ]]; then found=yes; fi
    done
    [[ -n $found ]] || missing+=("$wanted")
  done
  ((${#missing[@]} > 0)) || return 0

  local as_root=()
  if [[ $(id -u) != 0 ]]; then
    if ! command -v sudo >/dev/null || ! sudo -n true 2>/dev/null; then
      echo "These packages are missing. Install them, then run this again:" >&2
      echo "  apt-get update && apt-get install -y --no-install-recommends ${missing[*]%%|*}" >&2
      exit 4
    fi
    as_root=(sudo -n)
  fi

  log=$(mktemp)
  # Lists that are absent (a fresh image) or out of date show here; only then are they fetched.
  if ! choose_packages "${missing[@]}" || ! "${as_root[@]}" apt-get -qq --dry-run install "${chosen[@]}" >/dev/null 2>&1; then
    echo "Fetching the lists of packages"
    "${as_root[@]}" apt-get -qq update >"$log" 2>&1 || { cat "$log" >&2; exit 4; }
    choose_packages "${missing[@]}" || { echo "Debian offers none of: ${missing[*]}" >&2; exit 4; }
  fi
  printf 'Installing %s ' "${chosen[*]}"
  if "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install "${chosen[@]}" 2>&1 </dev/null |
    tee "$log" | while read -r line; do [[ $line == "Setting up"* ]] && printf .; done; [[ ${PIPESTATUS[0]} == 0 ]]; then
    echo " done"
    rm -f "$log"
  else
    echo " failed"
    tail -n 20 "$log" >&2
    exit 4
  fi
}

# Sets `chosen` to the first of each "a|b" that apt knows; fails if it knows neither.
choose_packages() {
  local wanted name
  chosen=()
  for wanted in "$@"; do
    for name in ${wanted//|/ }; do
      if apt-cache show "$name" >/dev/null 2>&1; then
        chosen+=("$name")
        continue 2
      fi
    done
    return 1
  done
}

# build PRESET "TARGET..." PART...: configures build/PRESET so that it has the parts (tests, examples, benchmarks), and builds the targets.
# Parts that were configured before stay; in a new folder only what is asked for is configured, so nothing else has to be installed.
build() {
  local preset=$1 targets=$2 part options=()
  shift 2
  if [[ ! -f build/$preset/CMakeCache.txt ]]; then
    for part in tests examples benchmarks; do options+=("-DVTC_BUILD_${part^^}=OFF"); done
    if command -v ninja >/dev/null; then export CMAKE_GENERATOR=Ninja; fi
  fi
  for part in "$@"; do options+=("-DVTC_BUILD_${part^^}=ON"); done
  cmake --preset "$preset" "${options[@]}" -Wno-dev --log-level=WARNING
  # shellcheck disable=SC2086
  cmake --build "build/$preset" --parallel "$(nproc)" --target $targets
}
