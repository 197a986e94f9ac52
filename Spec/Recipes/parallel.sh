#!/usr/bin/env bash
# A campaign in SHARDS parts by GNU parallel, joined: parallel.sh SHARDS OUTPUT SUBJECT [OPTION…]
#
# '--sshlogin' of GNU parallel spreads the parts over machines. OQCHECK names the command.
set -euo pipefail
export OQCHECK=${OQCHECK:-oqcheck} OQCHECK_SHARDS=$1 OUTPUT=$2
shift 2
mkdir -p "$OUTPUT"
words=$(printf '%q ' "$@")
# A part may end with 1 or 2; what it found is judged when all are joined.
seq 0 $((OQCHECK_SHARDS - 1)) | parallel --jobs "${PARALLEL_JOBS:-1}" \
  "$(printf '%q' "$OQCHECK") run $words --report json=$(printf '%q' "$OUTPUT")/{}.json \
  --findings $(printf '%q' "$OUTPUT")/findings --quiet >$(printf '%q' "$OUTPUT")/{}.log 2>&1 || test \$? -le 2"
"$OQCHECK" report merge "$OUTPUT"/[0-9]*.json --report "html=$OUTPUT/report.html" \
  --report "json=$OUTPUT/report.json"
