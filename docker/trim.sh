#!/bin/sh
# Removes from the embedded image what nothing in it ever loads. ffmpeg can show a picture in a window, and Debian is
# made to be administrated: both bring more along than all the rest weighs. What stays is held by
# harness/containers/image.container.ts, which starts every encoder that can be chosen.
set -eu

# Of ffmpeg: drivers of graphics cards with a compiler for shaders, keyboards, the names of files' types.
dpkg --purge --force-depends \
  libgl1-mesa-dri libllvm15 libz3-4 libglx-mesa0 libglapi-mesa libxcb-glx0 xkb-data x11-common libx11-data shared-mime-info \
  libgdk-pixbuf2.0-common fontconfig openssl libtiff6 liblerc4 libjbig0 libdeflate0 libedit2 libelf1 libsensors5 \
  libsensors-config 2>/dev/null

# Libraries that only a program of their own, or a card of Intel with a driver that is not here, would load.
for name in libmfxhw64 libmfx-tracer libicui18n libicuio libicutest libicutu libjackserver libhwy_contrib \
  libflite_cmu_time_awb libflite_cmu_grapheme; do
  rm -f /usr/lib/*/"$name"*
done
rm -rf /usr/lib/*/mfx

# Of Debian: packages are not installed in here any more, nobody logs in, and no disk is made.
dpkg --purge --force-depends --force-remove-essential \
  apt libapt-pkg6.0 gpgv debian-archive-keyring adduser e2fsprogs libext2fs2 libss2 logsave mount util-linux-extra usrmerge \
  libfile-find-rule-perl libnumber-compare-perl libtext-glob-perl perl libperl5.36 perl-modules-5.36 \
  login passwd libpam-modules-bin libpam-modules libpam-runtime libsemanage2 libsemanage-common libsepol2 sysvinit-utils \
  2>/dev/null
dpkg --purge --force-depends --force-remove-essential perl-base debconf 2>/dev/null ||
  echo 'perl stays: a package needed it to be removed'
# The scripts of packages that are not touched any more; what is installed stands in `status`. Encodings from before UTF-8,
# and times with leap seconds, are asked for by nobody.
rm -rf /var/lib/dpkg/info/* /var/lib/dpkg/*-old /var/lib/apt /var/cache/* /var/log/* /usr/lib/*/gconv /usr/share/zoneinfo/right \
  /usr/share/bash-completion /usr/share/bug /usr/bin/localedef
