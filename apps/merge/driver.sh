#!/bin/sh
# A merge driver of Git that lets one process merge all files of a merge: starting Node takes many times as long as
# merging a file. In Git's configuration: sh /path/to/apps/merge/driver.sh %L %P %O %A %B
#
# The first call starts the resident process, which ends by itself when nothing was asked for some seconds. Only clean
# results are taken from it. Whatever else happens, this call merges the file in a process of its own.
case $0 in
  /*) here=${0%/*} ;;
  */*) here=$PWD/${0%/*} ;;
  *) here=$PWD ;;
esac
folder=$here/dist/resident
work=$PWD
merged=$work/$4.merged
trap 'rm -f "$merged"; exit 130' HUP INT TERM

# Git names its files relative to the folder that it runs this in. 7: nobody listens.
ask() {
  [ -O "$folder" ] && cd "$folder" || return 7
  curl -q --silent --fail --noproxy '*' --max-time 60 --unix-socket socket \
    --data-urlencode "path=$2" --data-urlencode "base=$work/$3" \
    --data-urlencode "ours=$work/$4" --data-urlencode "theirs=$work/$5" \
    http://resident/merge >"$merged"
}

# Waits until the new process closes its standard output, which it does when it listens or ends. It must hold open
# nothing else of ours: whoever started Git may wait for the end of a pipe.
start() {
  [ -w "$here/dist" ] && command -v curl >/dev/null || return 1
  : "$(node "$here/dist/resident.cjs" "$folder" </dev/null 2>/dev/null 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&- &)"
}

ask "$@"
answer=$?
if [ $answer -eq 7 ] && start; then
  ask "$@"
  answer=$?
fi
cd "$work" || exit 2
[ $answer -eq 0 ] && mv -f "$merged" "$4" && exit 0
rm -f "$merged"
exec node "$here/dist/driver.cjs" --driver --marker-size "$1" --path "$2" "$3" "$4" "$5"
