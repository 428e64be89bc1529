import type { CardSettings } from './cardSettings.ts';

/** With everything in its names that YAML or a shell could take for its own. */
export const EXAMPLE: CardSettings = {
  image: 'ghcr.io/example/sluice:1.1.0-rpi',
  host: 'studio',
  user: 'anna',
  sshKey: `ssh-ed25519 AAAA anna's "laptop" $(reboot) \`reboot\` # : {`,
  wifi: { name: `it's "$(reboot)": #\\`, password: `'; $(reboot) "#`, country: 'DE' },
};
