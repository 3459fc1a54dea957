#!/bin/sh
# Makes a private authority and a certificate of the database server:
#
#   private-ca.sh FOLDER HOST [DAYS]    HOST is the name in DATABASE_URL
#
# ca.crt goes to the service, server.crt and server.key to the data folder of PostgreSQL; ca.key stays with you, and signs the next certificate.
set -eu
folder=$1 host=$2 days=${3:-365}
umask 077
mkdir -p "$folder"
cd "$folder"
new_key() { openssl genpkey -quiet -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1"; }
if [ ! -f ca.key ]; then
  new_key ca.key
  openssl req -x509 -new -key ca.key -days 3650 -subj "/CN=agency-directory private authority" -out ca.crt
fi
new_key server.key
openssl req -new -key server.key -subj "/CN=$host" -addext "subjectAltName=DNS:$host" \
  | openssl x509 -req -CA ca.crt -CAkey ca.key -CAcreateserial -days "$days" -copy_extensions copy -out server.crt 2>/dev/null
chmod 644 ca.crt server.crt
