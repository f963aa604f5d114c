#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tst_setup.sh REPOSITORY: what cmake/setup.sh does on machines that lack something.
set -euo pipefail
repository=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

# fake NAME: a command that goes before the real one; its text comes from stdin.
fake() {
    { echo '#!/bin/bash'; cat; } >"$scratch/bin/$1"
    chmod +x "$scratch/bin/$1"
}

# inSetup COMMANDS: runs them after sourcing the script; output and exit status go to $out and $status.
inSetup() {
    status=0
    out=$(env -i PATH="$scratch/bin:$PATH" HOME="$scratch/home" bash -euo pipefail -c \
        "root='$scratch/clone with space'; . '$repository/cmake/setup.sh'; $1" ./run 2>&1 </dev/null) || status=$?
}

expect() { # WHAT STATUS TEXT...
    local what=$1 wanted=$2 text
    shift 2
    for text in "$@"; do
        if [ "$status" -ne "$wanted" ] || [[ $out != *"$text"* ]]; then
            printf 'FAIL: %s: status %s (wanted %s), output without "%s":\n%s\n' "$what" "$status" "$wanted" "$text" "$out"
            failures=$((failures + 1))
            return
        fi
    done
    echo "PASS: $what"
}

mkdir -p "$scratch/bin" "$scratch/home" "$scratch/clone with space"

fake dpkg-query <<'FAKE'
for package in "$@"; do
    [ "$package" = ninja-build ] && [ ! -e "$0.ninja" ] && continue
    echo "installed $package"
done
FAKE
fake apt-get <<'FAKE'
echo "apt-get $*"
exit 1
FAKE
fake sudo <<'FAKE'
[ "$1" = -n ] && shift
exec "$@"
FAKE
inSetup installPackages
expect "a package that cannot be installed is named" 1 "Installing 1 packages: ninja-build" \
    "apt-get install --no-install-recommends ninja-build"
inSetup "DECODESCOPE_NO_APT=1; installPackages; echo went on"
expect "apt is left alone when asked" 0 "went on"
touch "$scratch/bin/dpkg-query.ninja"
inSetup "installPackages; echo went on"
expect "apt is not called when nothing is missing" 0 "went on"
[[ $out != *apt-get* ]] || { echo "FAIL: apt-get was called"; failures=$((failures + 1)); }

fake python3 <<'FAKE'
exit 1 # neither torch nor a virtual environment
FAKE
inSetup "prepareCache; findTorch"
expect "a failed download of LibTorch says what helps" 1 "could not be downloaded" "PIP_INDEX_URL" "Torch_DIR" "DECODESCOPE_NO_CAPTURE=1"
inSetup "prepareCache; torch_cuda=11.8; findCuptiHeaders"
expect "a failed download of CUPTI's headers says what helps" 1 "could not be downloaded" "CUDA 11 toolkit" "CUPTI_INCLUDE_DIR"
inSetup "prepareCache; Torch_DIR=$scratch/nowhere; findTorch"
expect "a wrong Torch_DIR is named" 1 "$scratch/nowhere" "no TorchConfig.cmake"

package="$scratch/site/torch"
mkdir -p "$package/share/cmake/Torch"
touch "$package/share/cmake/Torch/TorchConfig.cmake" "$package/__init__.py"
rm "$scratch/bin/python3"
describe() { # VERSION CUDA
    printf '__version__ = "%s"\ncuda = %s\n' "$1" "$2" >"$package/version.py"
    inSetup "export PYTHONPATH='$scratch/site'; describeTorch python3"
}
describe 2.13.0+cu130 '"13.0"'
expect "an importable torch is found with its CUDA" 0 "$package"$'\n2.13.0+cu130\n13.0'
describe 2.13.0+cpu None
expect "an importable torch without CUDA is found" 0 "$package"$'\n2.13.0+cpu\nnone'
describe 1.13.1 None
expect "a torch with the old C++ ABI is passed over" 1 ""

inSetup "HOME=/proc; prepareCache; echo \"\$cache\""
expect "a home that cannot be written is passed over" 0 "$scratch/clone with space/build/cache"
inSetup "unset HOME; XDG_CACHE_HOME='$scratch/cache'; prepareCache; echo \"\$cache\""
expect "an unset HOME is no error" 0 "$scratch/cache/decodescope"

[ "$failures" -eq 0 ]
