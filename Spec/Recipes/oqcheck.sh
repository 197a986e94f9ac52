#!/usr/bin/env bash
# Judges an operation queue in any CI system: fetch, verify, self-check, run, keep the answer.
#
#   OQCHECK_ARCHIVE  the release archive: a path or an address
#   OQCHECK_SHA256   its checksum, which the release lists in SHA256SUMS
#   OQCHECK_OUTPUT   the folder for reports (oqcheck-output)
#   arguments        what follows 'oqcheck run': the subject and options
#
# The options of this script come before the arguments: what follows 'exec: --' is the command line
# of an adapter to its end.
#
# The exit status is that of 'oqcheck run'. Status 99 means that nothing was judged: no archive, a
# wrong checksum, or a tool that does not find a broken queue broken.
set -euo pipefail

distrust() { echo "oqcheck recipe: $*" >&2; exit 99; }

[ $# -ge 1 ] || distrust "name a subject, such as exec:./adapter"
[ -n "${OQCHECK_ARCHIVE:-}" ] || distrust "set OQCHECK_ARCHIVE to the path or address of the archive"
[ -n "${OQCHECK_SHA256:-}" ] || distrust "set OQCHECK_SHA256 to the checksum of the archive"
output=${OQCHECK_OUTPUT:-oqcheck-output}
mkdir -p "$output" || distrust "the folder $output cannot be made"

tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
case $OQCHECK_ARCHIVE in
  http://* | https://*) curl -fsSL --retry 3 -o "$tools/archive.tar.gz" "$OQCHECK_ARCHIVE" ;;
  *) cp "$OQCHECK_ARCHIVE" "$tools/archive.tar.gz" ;;
esac || distrust "the archive $OQCHECK_ARCHIVE cannot be fetched"
echo "$OQCHECK_SHA256  $tools/archive.tar.gz" | sha256sum --check --quiet \
  || distrust "the archive has another checksum than OQCHECK_SHA256"
tar -xzf "$tools/archive.tar.gz" -C "$tools" || distrust "the archive cannot be unpacked"
oqcheck=$(find "$tools" -name oqcheck -type f -perm -u+x | head -n 1)
[ -n "$oqcheck" ] || distrust "the archive holds no oqcheck"

# A queue that is broken on purpose must fail, or a green answer means nothing. It is run whole: the
# variables of engines that cut campaigns are for the run below.
status=0
"$oqcheck" run mutant:executing-before-start --shard 0/1 --programs 150 --rules STATE-2 --quiet \
  --findings "$tools/findings" >"$tools/self-check" 2>&1 || status=$?
if [ "$status" -ne 1 ]; then
  cat "$tools/self-check" >&2
  distrust "the self-check ended with $status: a broken queue must end with 1"
fi

status=0
"$oqcheck" run --findings "$output/findings" \
  --report "html=$output/report.html" --report "json=$output/report.json" \
  --report "junit=$output/junit.xml" --report "markdown=$output/summary.md" "$@" || status=$?
exit "$status"
