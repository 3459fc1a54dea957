#!/usr/bin/env bash
# Creates the secrets of docker-compose.yml that are missing, one a file: ops/compose/secrets.sh [FOLDER]. A variable of the
# same name in upper case is used instead of a new value.
set -euo pipefail
folder=${1:-$(dirname "$0")/../../secrets}
# Only the owner may enter the folder. The files are readable because compose keeps their owner, and each container has a user
# of its own.
install -d -m 755 "$folder/tls"
chmod 700 "$folder"
create() {
  local given=${1^^}
  [ -e "$folder/$1" ] || printf '%s\n' "${!given:-$2}" >"$folder/$1"
  chmod 444 "$folder/$1"
}
for name in database_password postgres_password grafana_password root_access_key root_secret_key; do
  create "$name" "$(openssl rand -hex 24)"
done
create secrets_key "$(openssl rand -base64 32)"
create database_url "postgres://directory:$(cat "$folder/database_password")@database:5432/directory"
