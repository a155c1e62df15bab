#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Installs the Debian packages in a copy of this system that is thrown away, uses them, removes them,
# and looks for what they have left behind.
#   tests/packages/deb_test.sh build/deb/packages
# The copy is an overlay in a mount namespace of its own, so that nothing of this system changes.
set -euo pipefail
packages=$(realpath "${1:?usage: deb_test.sh FOLDER}")
here=$(dirname "$(realpath "$0")")

if [[ -z "${SUPDICT_INSIDE:-}" ]]; then
  become_root=()
  [[ $(id -u) -eq 0 ]] || become_root=(--map-root-user)
  SUPDICT_INSIDE=yes exec unshare --mount "${become_root[@]}" "$0" "$packages"
fi

room=$(mktemp -d)
trap 'umount -R "$room" && rmdir "$room"' EXIT
mount -t tmpfs tmpfs "$room"
mkdir "$room"/{changes,work,root}
mount -t overlay overlay -o "lowerdir=/,upperdir=$room/changes,workdir=$room/work" "$room/root"
for place in proc dev sys; do mount --rbind "/$place" "$room/root/$place"; done
mount -t tmpfs tmpfs "$room/root/tmp"
mkdir "$room/root/tmp/packages"
cp "$packages"/*.deb "$here/deb_inside.sh" "$here/../../examples/c/classify_demo.c" \
   "$room/root/tmp/packages"
chroot "$room/root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp LC_ALL=C.UTF-8 \
       bash /tmp/packages/deb_inside.sh
