#!/bin/sh
# Git runs this to ask for a username or a password. It answers only questions about the exact scheme, host and
# port the caller named, so that a redirect or a rewritten address never receives a credential.
case "$1" in
  "Username for '$SLUICE_GIT_SCHEME$SLUICE_GIT_HOST': ") printf '%s\n' "$SLUICE_GIT_USERNAME" ;;
  "Password for '$SLUICE_GIT_SCHEME"*"@$SLUICE_GIT_HOST': ") printf '%s\n' "$SLUICE_GIT_PASSWORD" ;;
  *) exit 1 ;;
esac
