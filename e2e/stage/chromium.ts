/** How Chromium is started: Debian's, as the registry's own cannot be fetched everywhere. */
export const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium';

export const FLAGS = [
  '--no-sandbox', // CI runs as root
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
];
