#!/bin/sh
# Removes files that the embedded image never loads: the dependencies of ffmpeg's windows and of Debian's administration
# are larger than everything else. harness/containers/encoders.container.ts starts every encoder afterwards.
set -eu

# ffmpeg: graphics drivers with a shader compiler, keyboard layouts, file types.
dpkg --purge --force-depends \
  libgl1-mesa-dri libllvm15 libz3-4 libglx-mesa0 libglapi-mesa libxcb-glx0 xkb-data x11-common libx11-data shared-mime-info \
  libgdk-pixbuf2.0-common fontconfig openssl libtiff6 liblerc4 libjbig0 libdeflate0 libedit2 libelf1 libsensors5 \
  libsensors-config 2>/dev/null

# Libraries of other programs, or of Intel graphics without a driver in this image.
for name in libmfxhw64 libmfx-tracer libicui18n libicuio libicutest libicutu libjackserver libhwy_contrib \
  libflite_cmu_time_awb libflite_cmu_grapheme; do
  rm -f /usr/lib/*/"$name"*
done
rm -rf /usr/lib/*/mfx

# Debian: no more package installations, logins or disk formatting.
dpkg --purge --force-depends --force-remove-essential \
  apt libapt-pkg6.0 gpgv debian-archive-keyring adduser e2fsprogs libext2fs2 libss2 logsave mount util-linux-extra usrmerge \
  libfile-find-rule-perl libnumber-compare-perl libtext-glob-perl perl libperl5.36 perl-modules-5.36 \
  login passwd libpam-modules-bin libpam-modules libpam-runtime libsemanage2 libsemanage-common libsepol2 sysvinit-utils \
  2>/dev/null
dpkg --purge --force-depends --force-remove-essential perl-base debconf 2>/dev/null ||
  echo 'perl stays: a package needed it to be removed'
# Package scripts (`status` still lists the packages), legacy encodings and leap-second time zones.
rm -rf /var/lib/dpkg/info/* /var/lib/dpkg/*-old /var/lib/apt /var/cache/* /var/log/* /usr/lib/*/gconv /usr/share/zoneinfo/right \
  /usr/share/bash-completion /usr/share/bug /usr/bin/localedef
