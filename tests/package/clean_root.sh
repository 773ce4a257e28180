#!/usr/bin/env bash
# clean_root.sh PACKAGE.deb [FOLDER]: installs the package into a new Debian 12 (needs debootstrap, root and
# the network), runs the program there with and without a display, and checks that a purge leaves nothing.
# FOLDER: an existing debootstrap root.
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
list() { find / -xdev \( -path /proc -o -path /tmp -o -path /root -o -path /var/lib/apt -o -path /var/lib/dpkg -o -path /var/cache -o -path /var/log \) -prune -o -print | sort; }

# Installs exactly the dependencies first, so that files they leave are not attributed to the package.
apt-get satisfy -y -q --no-install-recommends "$(dpkg-deb -f poslab.deb Depends)" >/dev/null
list >before
dpkg --install poslab.deb >/dev/null
poslab --version
poslab gallery -o gallery --quiet
echo "$(find gallery -name '*.png' -size +1k | wc -l) pictures in the gallery"
poslab attention --capture capture.png
[ -s capture.png ] && echo "the window is drawn without a display"
apt-get purge -y -q poslab >/dev/null
list >after
diff before after || { echo "the purge leaves files" >&2; exit 1; }
echo "the purge leaves nothing"

apt-get install -y -q --no-install-recommends ./poslab.deb xvfb xauth >/dev/null
xvfb-run -a -s '-screen 0 1600x1000x24' poslab attention --window-size 900x600 & window=$!
sleep 20
kill -0 "$window" && echo "the window stays open"
kill "$window"
wait "$window" || true
END
unshare --mount --pid --fork chroot "$root" bash /tmp/check.sh
