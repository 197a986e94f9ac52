#!/usr/bin/env bash
# A campaign in SHARDS parts by GNU parallel, joined: parallel.sh SHARDS OUTPUT SUBJECT [OPTION…]
#
# OQCHECK names the command, and PARALLEL_JOBS says how many parts run at a time (1). GNU parallel
# reads options from PARALLEL: '--sshlogin :,HOST --workdir .' spreads the parts over machines that
# share the folder.
set -euo pipefail
command=${OQCHECK:-oqcheck} shards=$1 output=$2
shift 2
mkdir -p "$output"

# Known violations are known of the whole campaign. What follows '--' belongs to an adapter.
expected=()
for ((place = 1; place <= $#; place++)); do
  case ${!place} in
    --) break ;;
    --expect=*) expected=("${!place}") ;;
    --expect) place=$((place + 1)) && expected=(--expect "${!place-}") ;;
  esac
done

# GNU parallel puts the number of the part in place of {}. What a part ends with by its own answer
# (0, 1, 2, 4) is judged when all are joined; any other status ends the campaign.
words=$(printf '%q ' "$@")
folder=$(printf '%q' "$output")
part="$(printf '%q' "$command") run --shard {}/$shards --findings $folder/findings"
part+=" --report json=$folder/{}.json $words>$folder/{}.log 2>&1; ended=\$?"
part+="; case \$ended in 0 | 1 | 2 | 4) ;; *) tail -n 20 $folder/{}.log >&2; exit \$ended ;; esac"
# The words are quoted for bash.
export PARALLEL_SHELL=$BASH
seq 0 $((shards - 1)) | parallel --jobs "${PARALLEL_JOBS:-1}" --halt soon,fail=1 "$part"

reports=()
for ((place = 0; place < shards; place++)); do reports+=("$output/$place.json"); done
"$command" report merge "${reports[@]}" "${expected[@]}" \
  --report "html=$output/report.html" --report "json=$output/report.json" \
  --findings "$output/findings"
