#!/bin/sh
# Builds the adapter: build.sh OUTPUT
# It needs the Debian packages gobjc, libgnustep-base-dev and gnustep-make, or their like.
set -eu
output=$1
folder=$(dirname "$0")
# -MMD and -MP leave files behind.
flags=$(gnustep-config --objc-flags | sed 's/-MMD//; s/-MP//')
# shellcheck disable=SC2046,SC2086
exec gcc $flags -std=gnu11 -O1 -Werror -o "$output" "$folder"/*.m $(gnustep-config --base-libs)
