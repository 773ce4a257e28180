#!/usr/bin/env bash
# clean_root.sh PACKAGE.deb [FOLDER]: installs the package into a new Debian 12 (debootstrap, root, the network), runs the program there
# without and with a display, removes it again and looks whether anything is left. FOLDER: a root that debootstrap has made already.
set -euo pipefail
package=$(realpath "$1")
root=${2:-}
if [ -z "$root" ]; then
    root=$(mktemp -d)
    trap 'rm -rf "$root"' EXIT
    debootstrap --variant=minbase bookworm "$root" >/dev/null
fi
cp "$package" "$root/tmp/poslab.deb"
cp /etc/resolv.conf "$root/etc/resolv.conf"
cat >"$root/tmp/check.sh" <<'END'
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
mount -t proc proc /proc
cd /tmp
apt-get update -q >/dev/null
apt-get install -y -q --no-install-recommends xvfb xauth libgl1-mesa-dri shared-mime-info desktop-file-utils >/dev/null
before=$(find / -xdev \( -path /proc -o -path /tmp -o -path /var/lib/apt -o -path /var/lib/dpkg -o -path /var/cache -o -path /var/log \) -prune -o -print | sort)
apt-get install -y -q ./poslab.deb >/dev/null
poslab --version
poslab gallery -o /tmp/gallery --quiet
ls /tmp/gallery | wc -l
poslab attention --capture /tmp/capture.png
xvfb-run -a poslab attention --window-size 900x600 & window=$!
sleep 20
kill -0 "$window" && echo "the window stays open"
kill "$window"
wait "$window" || true
apt-get purge -y -q poslab >/dev/null
apt-get autoremove --purge -y -q >/dev/null
after=$(find / -xdev \( -path /proc -o -path /tmp -o -path /var/lib/apt -o -path /var/lib/dpkg -o -path /var/cache -o -path /var/log \) -prune -o -print | sort)
left=$(comm -13 <(echo "$before") <(echo "$after") | grep -v '^/root/' || true)
[ -z "$left" ] && ! grep -qw poslab <(find / -xdev \( -path /proc -o -path /tmp \) -prune -o -path '*poslab*' -print | grep -v '^/root/') ||
    { echo "left behind: $left" >&2; exit 1; }
echo "nothing is left"
END
unshare --mount --pid --fork chroot "$root" bash /tmp/check.sh
