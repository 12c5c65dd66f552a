#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# deb.sh SOURCE VERSION WORK [OPTION of configure]...: configures, builds and installs in the folder WORK for /usr with the library folder
# of this architecture, and packs the result. Modules that draw, show a window or trace rays need large libraries, which the package
# recommends and does not depend on: without them, only these modules are missing.
set -eu

missing=
for package in dpkg-dev build-essential pkg-config clang libc++-dev libc++abi-dev libcjson-dev libtinyxml2-dev libpng-dev libqhull-dev \
  libccd-dev libgl-dev libegl-dev libglfw3-dev libembree-dev libhdf5-dev; do
  dpkg-query -W -f '${Status}\n' $package 2> /dev/null | grep -q '^install ok installed' || missing="$missing $package"
done
test -z "$missing" || { echo "make deb: these packages are missing, install them with: apt install$missing" >&2; exit 1; }

source=$(cd "$1" && pwd)
version=$2
mkdir -p "$3/build" "$3/debian"
work=$(cd "$3" && pwd)
shift 3
folder=/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)
architecture=$(dpkg-architecture -qDEB_HOST_ARCH)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(date -r "$source/CHANGELOG.md" +%s)}
export SOURCE_DATE_EPOCH
umask 022

# run WHAT COMMAND...: quietly; the end of what it prints when it fails
run() {
  echo "$1 ..."
  shift
  "$@" > "$work/log" 2>&1 || { tail -n 30 "$work/log" >&2; echo "make deb: this step failed, see $work/log" >&2; exit 1; }
}

# ---------------------------------------------------------------- build
cd "$work/build"
options="--prefix=/usr --libdir=$folder --sysconfdir=/etc --localstatedir=/var --with-libcxx $*"
if ! test -f Makefile || test "$source/configure" -nt config.status || test "$options" != "$(cat ../options 2> /dev/null)"; then
  # shellcheck disable=SC2086
  run Configuring "$source/configure" $options
  echo "$options" > ../options
fi
run Building make
root=$work/debian/fulcrum
rm -rf "$root"
run Installing make install DESTDIR="$root"

# ---------------------------------------------------------------- files
cd "$root"
rm ".$folder/libfulcrum.la"
gzip -9n ./usr/share/man/man1/*.1
cp "$source/packaging/deb_copyright" ./usr/share/doc/fulcrum/copyright
find . -type f -exec sh -c 'for f; do head -c 4 "$f" | LC_ALL=C grep -q "^.ELF" && echo "$f"; done; true' sh {} + > "$work/binaries"
xargs strip --strip-unneeded < "$work/binaries"
chmod -R u=rwX,go=rX .

# the index of modules has the times of the manifests, which a package has in whole seconds
find . -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
./usr/bin/fulcrum modules index ".$folder/fulcrum/modules"

# ---------------------------------------------------------------- what it needs
mkdir DEBIAN
echo "libfulcrum 0 fulcrum (>= $version)" > DEBIAN/shlibs
echo 'activate-noawait ldconfig' > DEBIAN/triggers
cd "$work"
printf 'Source: fulcrum\n\nPackage: fulcrum\nArchitecture: any\n' > debian/control
recommending="/\(gl\|raytrace\|viewer\|fulcrum-hdf5\)\.so$"
needed=$(grep -v "$recommending" binaries | sed 's|^\.|-edebian/fulcrum|')
recommended=$(grep "$recommending" binaries | sed 's|^\.|-edebian/fulcrum|' || :)
# shellcheck disable=SC2086
dpkg-shlibdeps -O -xfulcrum -l"debian/fulcrum$folder" -dDepends $needed -dRecommends $recommended > substvars
setting() { sed -n "s/^shlibs:$1=//p" substvars; }

sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@EMAIL@/${DEBEMAIL:-fulcrum@localhost}/" \
  -e "s/@SIZE@/$(du -k -s --apparent-size debian/fulcrum/usr | cut -f1)/" -e "s/@DEPENDS@/$(setting Depends)/" \
  -e "s/@RECOMMENDS@/$(setting Recommends)/" "$source/packaging/deb_control.in" > debian/fulcrum/DEBIAN/control
(cd debian/fulcrum && find usr -type f -exec md5sum {} + | LC_ALL=C sort -k 2 > DEBIAN/md5sums)
dpkg-deb --root-owner-group --build debian/fulcrum "fulcrum_${version}_$architecture.deb" > log
echo "$work/fulcrum_${version}_$architecture.deb"
