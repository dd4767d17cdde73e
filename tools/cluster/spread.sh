#!/bin/sh
# A run of `myth bulk` in pieces, by GNU parallel: on this machine, or on all that ssh reaches.
#
#   tools/cluster/spread.sh PIECES FOLDER SCRIPT.lua --battles N [what myth bulk takes]
#
# Each piece is a file of FOLDER, and is there only when it is whole: run the same line again after
# whatever went wrong, and only missing pieces are played. `myth merge FOLDER/piece.*` prints the
# result. MYTH is the program (myth); WORKERS are machines as parallel's --sshlogin takes them
# (8/first,16/second; : is this one), which find the program, the rules and the script under the
# same paths, in the same folder.
set -eu
pieces=${1:?"spread.sh PIECES FOLDER SCRIPT.lua --battles N …"}
folder=${2:?"spread.sh PIECES FOLDER SCRIPT.lua --battles N …"}
shift 2
[ $# -gt 0 ] || { echo "spread.sh PIECES FOLDER SCRIPT.lua --battles N …" >&2; exit 2; }
myth=${MYTH:-myth}
mkdir -p "$folder"

# A piece is one process: parallel has as many under way as there are cores.
missing=$(for k in $(seq "$pieces"); do [ -e "$folder/piece.$k" ] || echo "$k"; done)
[ -n "$missing" ] || exit 0
echo "$missing" | parallel --quote --halt soon,fail=1 \
    ${WORKERS:+--sshlogin "$WORKERS" --workdir "$PWD" --return "$folder/piece.{}"} \
    "$myth" bulk "$@" --jobs 1 --shard "{}/$pieces" --out "$folder/piece.{}"
