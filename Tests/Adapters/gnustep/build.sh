#!/bin/sh
# Builds the adapter, or other programs for GNUstep's Foundation: build.sh OUTPUT [SOURCE]...
# It needs the Debian packages gobjc, libgnustep-base-dev and gnustep-make, or their like.
set -eu
output=$1
shift
mkdir -p "$(dirname "$output")"
if [ $# -eq 0 ]; then set -- "$(dirname "$0")"/*.m; fi
# The options that write files beside the sources are left out.
flags=$(gnustep-config --objc-flags | sed 's/-MMD//; s/-MP//')
# shellcheck disable=SC2046,SC2086
exec gcc $flags -std=gnu11 -O1 -Werror -o "$output" "$@" $(gnustep-config --base-libs)
