#!/usr/bin/env bash
# Makes the folder $1 the root of a machine of its own, the programs beside $2 and the repository $3 in
# /source, and becomes its systemd. Runs in namespaces of its own: mount, pid, net, uts, ipc, cgroup.
set -euo pipefail
root=$1 tanbod=$2 repository=$3

mount --make-rprivate /
# Before the host's are out of sight: a hybrid host has the hierarchy of systemd apart.
groups=/sys/fs/cgroup
[ -e $groups/cgroup.controllers ] && layout=unified || layout=hybrid
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
if [ "$layout" = unified ]; then
    mount -t cgroup2 cgroup2 "$root$groups"
else
    mount -t tmpfs tmpfs "$root$groups"
    mkdir "$root$groups/systemd" "$root$groups/unified"
    mount -t cgroup -o none,name=systemd cgroup "$root$groups/systemd"
    mount -t cgroup2 cgroup2 "$root$groups/unified"
fi
mount --rbind /dev "$root/dev"
for folder in run tmp source; do
    mkdir -p "$root/$folder"
    mount -t tmpfs tmpfs "$root/$folder"
done
cp -a "$repository/docker" "$root/source/"
mkdir -p "$root/source/build/release/bin"
mount --bind -o ro "$(dirname "$(realpath "$tanbod")")" "$root/source/build/release/bin"
hostname mail
cd "$root"
pivot_root . mnt
umount -l /mnt
exec env -i container=tests PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    /lib/systemd/systemd --log-target=kmsg --show-status=no --unit=multi-user.target </dev/null >/dev/null 2>&1
